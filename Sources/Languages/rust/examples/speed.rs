//! Solves a file of puzzles one at a time and as a batch: `cargo run --release --example speed FILE`.
use std::time::Instant;
use sudoku_kernel::{read, solve, Batch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: speed FILE")?;
    let boards = read(&std::fs::read(path)?)?;
    let mut unique = 0;
    let started = Instant::now();
    for board in &boards {
        unique += u32::from(solve(board)?.is_unique());
    }
    let single = started.elapsed().as_secs_f64();
    let started = Instant::now();
    let solved = Batch::new().solve(&boards)?;
    let batch = started.elapsed().as_secs_f64();
    let same = solved.counts.iter().filter(|count| **count == 1).count();
    println!("Rust\t{}\t{:.0}\t{:.0}\t{}\t{}", boards.len(), boards.len() as f64 / single, boards.len() as f64 / batch, unique, same);
    Ok(())
}
