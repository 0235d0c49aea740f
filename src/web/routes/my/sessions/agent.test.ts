import { expect, test } from 'vitest'
import { readAgent } from './agent.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${android} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`${android} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 'Samsung Internet · Android'],
  [`${android} Chrome/150.0.0.0 Mobile Safari/537.36 OPR/90.0`, 'Opera · Android'],
  [`${phone} ${webkit} Version/26.1 Mobile/15E148 Safari/604.1`, 'Safari · iPhone'],
  [`${phone} ${webkit} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome · iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/150.0.0.0 Safari/537.36 Edg/150.0', 'Edge · Mac'],
  ['curl/8.17.0', 'curl'],
  ['', null],
])('%s reads as %s', (agent, says) => {
  expect(readAgent(agent)).toBe(says)
})
