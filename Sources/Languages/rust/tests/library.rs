use std::thread;
use std::time::Duration;
use sudoku_kernel::*;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle() -> Board {
    PUZZLE.parse().unwrap()
}

fn kind<T: std::fmt::Debug>(result: Result<T, Error>) -> (ErrorKind, Option<usize>, String) {
    let error = result.unwrap_err();
    (error.kind(), error.row(), error.to_string())
}

#[test]
fn the_versions_are_equal() {
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn one_board() {
    let solved = solve(&puzzle()).unwrap();
    assert!(solved.is_unique());
    assert_eq!(solved.solution.unwrap().to_string(), SOLUTION);
    assert_eq!(count(&Board::EMPTY, 1_000).unwrap(), 1_000);
    assert_eq!(grade(&puzzle(), Scale::SudokuExplainer).unwrap().score(), Some(1.2));
    assert_eq!(minimality(&puzzle()).unwrap(), Minimality::Redundant);
    assert_eq!(minimality(&Board::EMPTY).unwrap(), Minimality::NotUnique);
    assert!(identify(&puzzle()).unwrap().puzzle.starts_with("p1-"));
    assert_eq!(identify(&Board::EMPTY).unwrap().class, None);
    assert!(game_id(&puzzle(), 1_700_000_000).unwrap().starts_with("game-"));
}

#[test]
fn every_form_of_a_board_is_read() {
    for empty in [".", "0", "*", "_"] {
        assert_eq!(PUZZLE.replace('.', empty).parse::<Board>().unwrap(), puzzle());
    }
    let rows: Vec<String> = (0..9).map(|row| PUZZLE[row * 9..row * 9 + 9].to_string()).collect();
    assert_eq!(rows.join("\n").parse::<Board>().unwrap(), puzzle());
    assert_eq!(Board::try_from(&puzzle().cells()[..]).unwrap(), puzzle());
    assert_eq!((puzzle().clues(), Board::default().clues()), (30, 0));
}

#[test]
fn without_a_solution() {
    let board: Board = format!("55{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(solve(&board).unwrap(), Solved { count: 0, solution: None });
    let grade = grade(&board, Scale::Level).unwrap();
    assert_eq!((grade.status, grade.score(), grade.level), (Status::NoSolution, None, None));
}

#[test]
fn levels_have_the_names_of_the_generator() {
    for (scale, options) in [(Scale::Level, "level"), (Scale::HoDoKu, "hodoku")] {
        for level in scale.levels() {
            let options = format!(r#"{{"scale":"{}","level":"{}"}}"#, options, level);
            let made = generate(&options, 3).unwrap();
            assert_eq!(grade(&made.board, scale).unwrap().level, Some(*level));
            assert_eq!(solve(&made.board).unwrap().solution, Some(made.solution));
        }
    }
}

#[test]
fn a_batch_equals_single_calls() {
    let made = Batch::new().threads(2).generate("{}", 5, 10..1_010).unwrap();
    let boards: Vec<Board> = made.iter().map(|puzzle| puzzle.board).collect();
    let solved = Batch::new().threads(3).solve(&boards).unwrap();
    assert_eq!(Batch::new().count(&boards).unwrap(), solved.counts);
    let graded = Batch::new().threads(2).grade(&boards, Scale::Level).unwrap();
    let ids = Batch::new().identify(&boards).unwrap();
    let minimal = Batch::new().minimality(&boards).unwrap();
    for row in (0..1_000).step_by(97) {
        assert_eq!(solved.get(row).unwrap(), solve(&boards[row]).unwrap());
        assert_eq!(solved.boards[row], made[row].solution);
        assert_eq!(graded[row], grade(&boards[row], Scale::Level).unwrap());
        assert_eq!(ids[row], identify(&boards[row]).unwrap());
        assert_eq!(minimal[row], minimality(&boards[row]).unwrap());
    }
    assert_eq!(made[0], Batch::new().generate("{}", 5, 10..11).unwrap()[0]);
}

#[test]
fn empty_batches() {
    assert_eq!(Batch::new().solve(&[]).unwrap(), Solutions::default());
    assert!(Batch::new().grade(&[], Scale::HoDoKu).unwrap().is_empty());
    assert!(Batch::new().identify(&[]).unwrap().is_empty());
    assert!(Batch::new().game_ids(&[], &[]).unwrap().is_empty());
    assert!(Batch::new().generate("{}", 1, 5..5).unwrap().is_empty());
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = Batch::new().generate("{}", 1, 9..5);
    assert!(reversed.unwrap().is_empty());
    assert!(read(b"").map_or(true, |boards| boards.is_empty()));
}

#[test]
fn bad_boards() {
    for text in ["", "no board", &PUZZLE[1..], &format!("{}1", PUZZLE), "\0", &PUZZLE.replace('5', "ı")] {
        assert_eq!(kind(text.parse::<Board>()).0, ErrorKind::BadBoard, "{}", text);
    }
    let mut cells = [0; 81];
    cells[80] = 10;
    assert_eq!(kind(Board::try_from(cells)).2, "cell 80 is 10: 0 to 9 is expected");
    assert_eq!(kind(Board::try_from(&[1, 2, 3][..])).2, "3 cells, not 81");
    let text = format!("{}\n{}\nno board\n", PUZZLE, PUZZLE);
    assert_eq!(kind(read(text.as_bytes())).1, Some(2));
    assert_eq!(kind(read(b"\xff\xfe\x00\xff")).0, ErrorKind::BadBoard);
    assert_eq!(read(format!("{}\n", PUZZLE).repeat(500).as_bytes()).unwrap().len(), 500);
}

#[test]
fn numbers_out_of_range() {
    let boards = [puzzle()];
    assert_eq!(kind(count(&boards[0], 0)).2, "limit is 0: 1 to 1000000 is expected");
    assert_eq!(kind(Batch::new().limit(u32::MAX).solve(&boards)).0, ErrorKind::BadArgument);
    assert_eq!(kind(Batch::new().threads(0).solve(&boards)).0, ErrorKind::BadArgument);
    assert_eq!(kind(Batch::new().threads(u32::MAX).grade(&boards, Scale::Level)).0, ErrorKind::BadArgument);
    assert_eq!(kind(Batch::new().generate("{}", 1, 0..u64::MAX)).0, ErrorKind::BadArgument);
    assert_eq!(kind(Batch::new().generate("{}", 1, u64::MAX - 1..u64::MAX)).0, ErrorKind::BadArgument);
    assert_eq!(kind(Batch::new().game_ids(&boards, &[])).2, "1 boards and 0 starts");
    for start in [i64::MIN, i64::MAX] {
        let _ = game_id(&boards[0], start);
    }
    for options in ["", "[]", "{", "{\"level\":\"unknown\"}", "{}\0", "\u{1F600}"] {
        assert_eq!(kind(generate(options, 1)).0, ErrorKind::BadOptions, "{:?}", options);
    }
}

#[test]
fn a_flag_ends_long_calls_and_only_those() {
    let cancel = Cancel::new();
    let batch = Batch::new().cancel(&cancel);
    let ender = cancel.clone();
    let waiting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        ender.cancel();
    });
    // Minutes of work.
    let boards = vec![Board::EMPTY; 1_000];
    assert_eq!(kind(batch.clone().limit(1_000_000).solve(&boards)).0, ErrorKind::Cancelled);
    waiting.join().unwrap();
    assert!(cancel.is_cancelled());
    assert_eq!(kind(batch.grade(&boards, Scale::Level)).0, ErrorKind::Cancelled);
    assert_eq!(kind(batch.generate("{}", 1, 0..1_000)).0, ErrorKind::Cancelled);
    assert_eq!(kind(batch.identify(&boards)).0, ErrorKind::Cancelled);
    // The thread's flag went with the call.
    assert!(solve(&puzzle()).is_ok());
    assert!(Batch::new().minimality(&[puzzle()]).is_ok());
}

#[test]
fn eight_threads_at_once() {
    let player = Player::in_memory().unwrap();
    thread::scope(|scope| {
        for number in 0..8u64 {
            let player = &player;
            scope.spawn(move || {
                for round in 0..20 {
                    assert_eq!(solve(&puzzle()).unwrap().solution.unwrap().to_string(), SOLUTION);
                    let line = format!(r#"{{"jsonrpc":"2.0","id":{},"method":"rpc.discover"}}"#, number * 100 + round);
                    let lines = player.request(&line).unwrap();
                    assert!(lines.iter().any(|line| line.contains(&format!("\"id\":{}", number * 100 + round))));
                    player.cancel();
                }
            });
        }
    });
}

#[test]
fn players() {
    let folder = std::env::temp_dir().join(format!("sudoku-crate-{}", std::process::id()));
    let options = format!(r#"{{"data":"{}"}}"#, folder.display());
    let request = |player: &Player, method: &str, params: &str| {
        let line = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{}","params":{}}}"#, method, params);
        player.request(&line).unwrap().into_iter().find(|line| line.contains("\"id\":7")).unwrap()
    };
    {
        let player = Player::open(&options).unwrap();
        request(&player, "game.new", &format!(r#"{{"puzzle":"{}"}}"#, PUZZLE));
        assert!(request(&player, "game.place", r#"{"cell":"r1c3","digit":4}"#).contains("result"));
        assert!(player.notifications().is_ok());
    }
    {
        let player = Player::open(&options).unwrap();
        assert!(request(&player, "game.state", "{}").contains("534.7"));
        assert!(request(&player, "game.place", r#"{"cell":"r0c0","digit":4}"#).contains("error"));
        assert!(player.request("no JSON\0\u{1F600}").unwrap()[0].contains("error"));
        assert!(player.request("").is_ok());
    }
    std::fs::remove_dir_all(&folder).unwrap();
    for options in ["", "{\"data\":1}", "{\"folder\":\"x\"}", "\0", "{\"data\":\"a\\u0000b\"}"] {
        assert_eq!(kind(Player::open(options)).0, ErrorKind::BadOptions, "{:?}", options);
    }
    assert_eq!(kind(Player::open(r#"{"data":"/dev/null/x"}"#)).0, ErrorKind::Failed);
}

#[test]
fn every_type_is_shared_among_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Player>();
    is_shared::<Batch>();
    is_shared::<Cancel>();
    is_shared::<Solutions>();
    is_shared::<Error>();
}
