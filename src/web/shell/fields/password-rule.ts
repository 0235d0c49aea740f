import { useQuery } from '@tanstack/react-query'
import { passwordLengthMin } from '#core/rules/password'
import { useWords } from '../../i18n/words.ts'
import { siteQuery } from '../../queries/site.ts'

/** What a new password must be like on this site, whose operator may ask for more characters than the least of all sites. */
export function usePasswordRule(): string {
  const { t } = useWords()
  const { data: site } = useQuery(siteQuery)
  return t('account.passwordRule', { min: site?.passwordLengthMin ?? passwordLengthMin })
}
