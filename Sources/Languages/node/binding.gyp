{
  "targets": [{
    "target_name": "sudoku",
    "sources": ["addon.c", "jobs.c"],
    "cflags": ["-std=c11", "-Wall", "-Wextra", "-Wno-cast-function-type", "-fvisibility=hidden", "<!@(pkg-config --cflags sudoku)"],
    "libraries": ["<!@(pkg-config --libs sudoku)", "-Wl,-rpath,<!(pkg-config --variable=libdir sudoku)"]
  }]
}
