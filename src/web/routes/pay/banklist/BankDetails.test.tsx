import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { loadFirstLanguage } from '../../../i18n/index.ts'
import { BankDetails } from './BankDetails.tsx'

const bank = {
  cardholder: 'Nguyen Van An',
  bankAddress: '1 Example Street, New York',
  routing: '021000021',
  cardPhone: '+84912345678',
  contact: 'Zalo: an',
}

test('a bank card tells its owner everything it is paid by; an address has nothing of it', async () => {
  await loadFirstLanguage('en', true)
  const shown = renderToStaticMarkup(<BankDetails wallet={bank} />)
  expect(
    [...shown.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)/g)].map(([, label, value]) => [label, value]),
  ).toEqual([
    ['Cardholder', bank.cardholder],
    ['Bank address', bank.bankAddress],
    ['ABA routing number', bank.routing],
    ['Bank card phone', bank.cardPhone],
    ['Contact information', bank.contact],
  ])
  const none = { cardholder: null, bankAddress: null, routing: null, cardPhone: null, contact: null }
  expect(renderToStaticMarkup(<BankDetails wallet={none} />)).toBe('')
})
