import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { liftGameStop, type moneySwitches, stopGame, stopMoney } from '#contract/console/games'
import { proposeSetting } from '#contract/console/settings'
import { stopWhys } from '#contract/play/draws'
import type { GameCode } from '#core/games/catalogue'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { t } from '../../i18n/words.ts'
import { Button } from '../../parts/Button.tsx'
import { BeforeAfter } from '../../parts/BeforeAfter.tsx'
import { Dialog } from '../../parts/Dialog.tsx'
import { Choice, Form, TextArea } from '../../parts/Form.tsx'
import { settingLines } from '../settings/in-words.ts'

type Given = Readonly<Record<string, string>>
type Why = (typeof stopWhys)[number]
type MoneySwitch = (typeof moneySwitches)[number]

type Props = {
  title: string
  act: string
  look: 'brand' | 'danger'
  run: (given: Given) => Promise<unknown>
  said: string
  onClose: () => void
  children?: ReactNode
}

/** Nothing of this kind is done without a reason. */
function WithReason({ title, act, look, run, said, onClose, children }: Props) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: run,
    onSuccess: () => {
      toast(said)
      onClose()
      void client.invalidateQueries()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={sending.error} onSend={(given) => sending.mutate(given)}>
        {children}
        <TextArea label={t('games.reason')} name="reason" required minLength={5} maxLength={500} rows={2} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('back')}</Button>
          <Button type="submit" look={look} disabled={sending.isPending}>
            {act}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The choice of what players are told. */
export function WhyChoice() {
  return <Choice label={t('games.why')} name="why" options={stopWhys.map((why) => [why, t(`why.${why}`)])} />
}

type StopProps = { game: GameCode | null; name: string; onClose: () => void }

export function StopDialog({ game, name, onClose }: StopProps) {
  return (
    <WithReason
      title={t('games.stopTitle', { name })}
      act={t('games.stop')}
      look="danger"
      run={({ why, reason }) => call(stopGame, { game, why: why as Why, reason: reason! })}
      said={t('games.stopped', { name })}
      onClose={onClose}
    >
      <p className="text-sm text-quiet">{t('games.stopMeans')}</p>
      <WhyChoice />
    </WithReason>
  )
}

export function LiftDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <WithReason
      title={t('games.liftTitle', { name })}
      act={t('games.lift')}
      look="brand"
      run={({ reason }) => call(liftGameStop, { id, reason: reason! })}
      said={t('games.lifted', { name })}
      onClose={onClose}
    />
  )
}

export function StopMoneyDialog({ name, onClose }: { name: MoneySwitch; onClose: () => void }) {
  return (
    <WithReason
      title={t(`switch.stop.${name}`)}
      act={t(`switch.stop.${name}`)}
      look="danger"
      run={({ reason }) => call(stopMoney, { name, reason: reason! })}
      said={t('games.stopped', { name: t(`switch.${name}`) })}
      onClose={onClose}
    >
      <p className="text-sm text-quiet">
        {t(`switch.means.${name}`)} {t('switch.two')}
      </p>
    </WithReason>
  )
}

export function OpenMoneyDialog({ name, onClose }: { name: MoneySwitch; onClose: () => void }) {
  return (
    <WithReason
      title={t('switch.proposeTitle', { name: t(`switch.${name}`) })}
      act={t('settings.propose')}
      look="brand"
      run={({ reason }) => call(proposeSetting, { name, value: 'on', reason: reason! })}
      said={t('proposals.made')}
      onClose={onClose}
    >
      <BeforeAfter of={settingLines(name, 'off', 'on')} />
      <p className="text-sm text-quiet">{t('switch.two')}</p>
    </WithReason>
  )
}
