// Checks a site's public log with the tools of the Go project: the checkpoint with golang.org/x/mod/sumdb/note, the tree, its tiles
// and its entries with golang.org/x/mod/sumdb/tlog.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

func need(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fetch(site, path string) ([]byte, error) {
	answer, err := http.Get(site + "/fair/log/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// The log's tiles have height 8 by definition, so their paths do not name it; and what Go calls data are entries.
func pathOf(tile tlog.Tile) string {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	return strings.Replace(path, "tile/data/", "tile/entries/", 1)
}

// Tiles that were checked against the root are kept, since every entry asks for its own.
type tiles struct {
	site string
	kept map[tlog.Tile][]byte
}

func (t tiles) Height() int { return height }

func (t tiles) SaveTiles(checked []tlog.Tile, data [][]byte) {
	for at, tile := range checked {
		t.kept[tile] = data[at]
	}
}

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		data, ok := t.kept[tile]
		if !ok {
			var err error
			if data, err = fetch(t.site, pathOf(tile)); err != nil {
				return nil, err
			}
		}
		all = append(all, data)
	}
	return all, nil
}

// The entries of a tile, each after its length in two bytes.
func entries(site string, index, width int64) ([][]byte, error) {
	data, err := fetch(site, pathOf(tlog.Tile{H: height, L: -1, N: index, W: int(width)}))
	var all [][]byte
	for err == nil && len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("a torn entry in tile %d", index)
		}
		end := 2 + int(binary.BigEndian.Uint16(data))
		all, data = append(all, data[2:end]), data[end:]
	}
	return all, err
}

func main() {
	site, vkey := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(vkey)
	need(err)
	signed, err := fetch(site, "checkpoint")
	need(err)
	opened, err := note.Open(signed, note.VerifierList(verifier))
	need(err)
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		need(fmt.Errorf("the log is named %s and its key %s", lines[0], verifier.Name()))
	}
	var size int64
	_, err = fmt.Sscan(lines[1], &size)
	need(err)
	root, err := tlog.ParseHash(lines[2])
	need(err)
	tree := tlog.Tree{N: size, Hash: root}
	reader := tlog.TileHashReader(tree, tiles{site, map[tlog.Tile][]byte{}})
	whole, err := tlog.TreeHash(size, reader)
	need(err)
	if size > 0 && whole != root {
		need(fmt.Errorf("the tiles give another root"))
	}
	checked := 0
	for index := int64(0); index*256 < size; index++ {
		width := size - index*256
		if width > 256 {
			width = 256
		}
		found, err := entries(site, index, width)
		need(err)
		if int64(len(found)) != width {
			need(fmt.Errorf("tile %d has %d entries instead of %d", index, len(found), width))
		}
		for at, entry := range found {
			number := index*256 + int64(at)
			// TileHashReader checks every tile against the root, so a leaf that it returns is in the tree.
			leaves, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, number)})
			need(err)
			if leaves[0] != tlog.RecordHash(entry) {
				need(fmt.Errorf("entry %d is not the one in the tree", number))
			}
			checked++
			if number%1009 != 0 && number != size-1 {
				continue
			}
			proof, err := tlog.ProveRecord(size, number, reader)
			need(err)
			need(tlog.CheckRecord(proof, size, root, number, leaves[0]))
		}
	}
	for old := int64(1); old < size; old = old*3 + 1 {
		before, err := tlog.TreeHash(old, reader)
		need(err)
		proof, err := tlog.ProveTree(size, old, reader)
		need(err)
		need(tlog.CheckTree(proof, size, root, old, before))
	}
	fmt.Printf("%s: %d entries, every one checked: %d\n", lines[0], size, checked)
}
