package sudoku

// #include "sudoku.h"
import "C"

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"time"
)

// ErrClosed is the error of a player's methods after Close.
var ErrClosed = errors.New("the player is closed")

// A Player keeps a player's games, and gives hints and explanations: the protocol of "sudoku serve" in this process.
//
// Goroutines may share a player: one request runs, others wait. The zero value is closed.
type Player struct {
	// Holds a value during each call, which alone uses what follows.
	turn          chan struct{}
	handle        *C.sudoku_player
	last          uint64
	notifications []Notification
}

// PlayerOptions describe a player. Without Data the games live in memory, for the methods puzzle.* and games without a
// trace.
type PlayerOptions struct {
	// Data is the folder of the games.
	Data string `json:"data,omitempty"`
	// Store is the URL of a store to sync with.
	Store string `json:"store,omitempty"`
}

// A Notification is a change that the protocol reports.
type Notification struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// A ProtocolError is an error that the protocol answers.
type ProtocolError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	// Data has its further members; Kind is "kind" among them, stable across versions.
	Data json.RawMessage `json:"data"`
	Kind string          `json:"-"`
}

func (e *ProtocolError) Error() string { return e.Message }

// OpenPlayer opens a player. Close it: that stores and syncs what waits.
func OpenPlayer(options PlayerOptions) (*Player, error) {
	if abi != nil {
		return nil, abi
	}
	text, err := json.Marshal(options)
	if err != nil {
		return nil, &Error{BadOptions, -1, err.Error()}
	}
	// C writes to it; not the field of an object with Go pointers.
	var handle *C.sudoku_player
	var failure C.sudoku_error
	status := C.sudoku_player_open(characters(append(text, 0)), &handle, &failure)
	if err := failed(status, &failure); err != nil {
		return nil, err
	}
	player := &Player{turn: make(chan struct{}, 1), handle: handle}
	// Closing may wait for a store; other finalizers must not.
	runtime.SetFinalizer(player, func(player *Player) { go func() { _ = player.Close() }() })
	return player, nil
}

// Close waits for requests under way, stores and syncs what waits, and closes the games. Closing twice does nothing.
func (p *Player) Close() error {
	if p.turn == nil {
		return nil
	}
	p.turn <- struct{}{}
	defer p.endTurn()
	if p.handle != nil {
		C.sudoku_player_close(p.handle)
		p.handle = nil
		runtime.SetFinalizer(p, nil)
	}
	return nil
}

func (p *Player) endTurn() { <-p.turn }

// Request carries out a method and decodes its result, which may be nil. Params become a JSON object; nil for none.
//
// A context that is done ends the wait for other requests, and cancels the search. Errors of the protocol are of type
// *ProtocolError.
func (p *Player) Request(ctx context.Context, method string, params, result any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.turn == nil {
		return ErrClosed
	}
	select {
	case p.turn <- struct{}{}:
		defer p.endTurn()
	case <-ctx.Done():
		return ctx.Err()
	}
	p.last++
	request := map[string]any{"jsonrpc": "2.0", "id": p.last, "method": method}
	if params != nil {
		request["params"] = params
	}
	line, err := json.Marshal(request)
	if err != nil {
		return &Error{BadOptions, -1, "the params are not JSON: " + err.Error()}
	}
	answer, err := p.exchange(ctx, line)
	if err != nil {
		return err
	}
	if answer == nil {
		return &Error{Failed, -1, "no answer to " + method}
	}
	if failure := answer.Error; failure != nil {
		var data struct{ Kind string }
		_ = json.Unmarshal(failure.Data, &data)
		failure.Kind = data.Kind
		if failure.Kind == "cancelled" && ctx.Err() != nil {
			return ctx.Err()
		}
		return failure
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Result, result)
}

// Notifications returns the notifications since the last call, and does what is due, such as a sync.
func (p *Player) Notifications() ([]Notification, error) {
	if p.turn == nil {
		return nil, ErrClosed
	}
	p.turn <- struct{}{}
	defer p.endTurn()
	if _, err := p.exchange(context.Background(), nil); err != nil {
		return nil, err
	}
	found := p.notifications
	p.notifications = nil
	return found, nil
}

type answer struct {
	ID     *uint64         `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *ProtocolError  `json:"error"`
	Notification
}

// exchange hands a line to the library, keeps the notifications, and returns the answer to the last request.
func (p *Player) exchange(ctx context.Context, line []byte) (*answer, error) {
	lines, err := p.lines(ctx, line)
	if err != nil {
		return nil, err
	}
	var found *answer
	for _, text := range bytes.Split(lines, []byte("\n")) {
		if len(text) == 0 {
			continue
		}
		read := new(answer)
		if err := json.Unmarshal(text, read); err != nil {
			return nil, &Error{Failed, -1, "the library's answer is not JSON: " + err.Error()}
		}
		if read.Method != "" {
			p.notifications = append(p.notifications, read.Notification)
		} else if read.ID != nil && *read.ID == p.last {
			found = read
		}
	}
	return found, nil
}

func (p *Player) lines(ctx context.Context, line []byte) ([]byte, error) {
	if p.handle == nil {
		return nil, ErrClosed
	}
	finished := make(chan struct{})
	// Asked again: the library forgets a wish that comes before the request.
	stop := watch(ctx, func() {
		for {
			C.sudoku_player_cancel(p.handle)
			select {
			case <-finished:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	var lines *C.char
	var failure C.sudoku_error
	var start *C.char
	if line != nil {
		start = characters(line)
	}
	status := C.sudoku_player_request(p.handle, start, C.size_t(len(line)), &lines, &failure)
	close(finished)
	stop()
	defer C.sudoku_free(lines)
	if err := failed(status, &failure); err != nil {
		return nil, err
	}
	return []byte(C.GoString(lines)), nil
}
