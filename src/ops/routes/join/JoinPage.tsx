import { useMutation } from '@tanstack/react-query'
import { joinOperators } from '#contract/console/operators'
import { Button } from '#ui/Button'
import { PasswordField } from '#ui/Field'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Form } from '../../parts/Form.tsx'

/**
 * Where an invited operator chooses a password. The token is in the URL's fragment, which is never sent to a server or
 * logged.
 */
export function JoinPage() {
  const join = useMutation({
    mutationFn: ({ password, repeat }: Readonly<Record<string, string>>) =>
      call(joinOperators, { token: location.hash.slice(1), password: password!, repeat: repeat! }),
  })
  const words = { show: t('show'), hide: t('hide') }
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-6">
      <h1 className="text-2xl font-bold">{t('join.title')}</h1>
      {join.data ? (
        <>
          <p>{t('join.done', { account: join.data.account })}</p>
          <a href="/" className="text-brand underline">
            {t('login')}
          </a>
        </>
      ) : (
        <Form error={join.error} onSend={(given) => join.mutate(given)}>
          <p>{t('join.choose')}</p>
          <PasswordField label={t('password')} name="password" autoComplete="new-password" required words={words} />
          <PasswordField label={t('join.repeat')} name="repeat" autoComplete="new-password" required words={words} />
          <Button type="submit" disabled={join.isPending}>
            {t('continue')}
          </Button>
        </Form>
      )}
    </main>
  )
}
