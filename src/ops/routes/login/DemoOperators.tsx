import { useMutation } from '@tanstack/react-query'
import { operatorRoles } from '#contract/ops'
import { demo, enterAsDemoOperator } from '#contract/people/demo'
import { Button } from '#ui/Button'
import { call } from '../../client.ts'
import { problem, t } from '../../i18n/words.ts'

/** Whether this is a demonstration with its own people; the server writes it into the document. */
const hasDemoPeople = document.documentElement.dataset.demoPeople !== undefined

/** In a demonstration: one tap opens the console as an operator of each role. */
export function DemoOperators({ onEnter }: { onEnter: () => void }) {
  const enter = useMutation({
    mutationFn: (role: (typeof operatorRoles)[number]) => call(enterAsDemoOperator, { role }),
    onSuccess: onEnter,
  })
  if (!hasDemoPeople) return null
  return (
    <section aria-labelledby="demo-operators" className="flex flex-col gap-2 rounded-card bg-brand-soft p-4">
      <h2 id="demo-operators" className="font-semibold">
        {t('demo.openAs')}
      </h2>
      <div className="grid grid-cols-2 gap-2">
        {operatorRoles.map((role) => (
          <Button key={role} look="quiet" disabled={enter.isPending} onClick={() => enter.mutate(role)}>
            {t(`role.${role}`)}
          </Button>
        ))}
      </div>
      <p className="text-sm">{t('demo.password', { password: demo.operatorPassword })}</p>
      {enter.error ? (
        <p role="alert" className="text-danger">
          {problem(enter.error)}
        </p>
      ) : null}
    </section>
  )
}
