import { expect, test } from 'vitest'
import {
  type Favourite,
  betsMost,
  createFavourites,
  favouritesMost,
  isFavourite,
  readFavourites,
} from './favourites.ts'

function store() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const mine = { playerId: 'an', game: 'k3_5m' }
const slip = (...selections: string[]): Favourite => selections.map((selection) => ({ play: 'k3.sum', selection }))

test('a slip is kept for its game until it is chosen again', () => {
  const favourites = createFavourites(store())
  favourites.toggle(mine, slip('10', '11'))
  expect(readFavourites(favourites.text(mine))).toEqual([slip('10', '11')])
  expect(favourites.text({ ...mine, game: 'k3_10m' })).toBeNull()
  favourites.toggle(mine, slip('11', '10'))
  expect(favourites.text(mine)).toBeNull()
})

test('the newest stand first, and the oldest go when there are too many', () => {
  const favourites = createFavourites(store())
  for (let each = 0; each <= favouritesMost; each++) favourites.toggle(mine, slip(String(each)))
  const kept = readFavourites(favourites.text(mine))
  expect(kept).toHaveLength(favouritesMost)
  expect(kept[0]).toEqual(slip(String(favouritesMost)))
  expect(isFavourite(kept, slip('0'))).toBe(false)
})

test('an empty slip and one of very many bets are not kept', () => {
  const favourites = createFavourites(store())
  favourites.toggle(mine, [])
  favourites.toggle(mine, slip(...Array.from({ length: betsMost + 1 }, (_, at) => String(at))))
  expect(favourites.text(mine)).toBeNull()
})

test('what is no list of slips is read as none', () => {
  for (const text of [
    '{',
    '{"a":1}',
    '[1]',
    '[[{"play":1,"selection":"2"}]]',
    '[[{"play":"k3.sum","selection":2}]]',
    null,
  ])
    expect(readFavourites(text)).toEqual([])
})

test('whoever uses the browser next sees none of them', () => {
  const favourites = createFavourites(store())
  favourites.toggle(mine, slip('10'))
  expect(favourites.text({ ...mine, playerId: 'binh' })).toBeNull()
  expect(favourites.text({ ...mine, playerId: null })).toBeNull()
})
