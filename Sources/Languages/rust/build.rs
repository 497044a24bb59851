//! Asks pkg-config where the C library is. `SUDOKU_STATIC=1` links `libsudoku.a`.
use std::env;
use std::process::{exit, Command};

fn main() {
    for name in ["PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "SUDOKU_STATIC"] {
        println!("cargo:rerun-if-env-changed={}", name);
    }
    println!("cargo:rerun-if-changed=build.rs");
    let is_static = env::var_os("SUDOKU_STATIC").map_or(false, |value| value != "0");
    for flag in flags(is_static).split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder);
        } else if let Some(name) = flag.strip_prefix("-l") {
            let kind = if is_static && name == "sudoku" { "static" } else { "dylib" };
            println!("cargo:rustc-link-lib={}={}", kind, name);
        }
    }
}

fn flags(is_static: bool) -> String {
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let mut command = Command::new(&program);
    // For the folder of the system, too.
    command.env("PKG_CONFIG_ALLOW_SYSTEM_LIBS", "1").args(["--libs", "sudoku"]);
    if is_static {
        command.arg("--static");
    }
    match command.output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            eprintln!("The C library is missing. Run `Scripts/build-c --install PREFIX` in the folder of the engine,");
            eprintln!("and put PREFIX/lib/pkgconfig into PKG_CONFIG_PATH.");
            exit(1)
        }
        Err(error) => {
            eprintln!("cannot run {}: {}", program, error);
            exit(1)
        }
    }
}
