import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { Refused } from '#contract/client'
import { type RefusalCode, refusals } from '#contract/refusals'
import { loadTexts } from '#contract/texts'
import { loadLanguage } from '../i18n/index.ts'
import { Outcome } from './Outcome.tsx'

beforeAll(() => loadLanguage('en'))

test('whoever is told to contact customer service is led there', async () => {
  const sentences: Record<string, string> = (await loadTexts.en()).default.refusal
  const codes = (Object.keys(refusals) as RefusalCode[]).filter((code) => sentences[code]?.includes('customer service'))
  expect(codes).toContain('payment_claimed')
  for (const code of codes) {
    const error = new Refused(code)
    const shown = renderToStaticMarkup(<Outcome of={{ error, isPending: false, failureCount: 0 }} />)
    expect([code, shown]).toEqual([code, expect.stringContaining('href="/kefu/kefu"')])
  }
})
