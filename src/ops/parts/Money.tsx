import type { Cents } from '#core/money/cents'
import { Amount } from '#ui/Amount'
import { spoken } from '../i18n/words.ts'

/** An amount in the operator's language. */
export function Money({ value, isMovement = false }: { value: Cents; isMovement?: boolean }) {
  return <Amount value={value} locale={spoken()} isMovement={isMovement} />
}
