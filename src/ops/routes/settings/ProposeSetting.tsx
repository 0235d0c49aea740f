import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type listSettings, proposeSetting } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { readSetting } from '#core/rules/money/settings'
import { toast } from '#ui/Toast'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { BeforeAfter } from '../../parts/BeforeAfter.tsx'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { settingLines, valueText, wireValue } from './in-words.ts'

type Setting = Output<typeof listSettings>['items'][number]

/** Shows what is in force and what the new value would do while it is typed: what the second person will see as well. */
export function ProposeSetting({ settings }: { settings: readonly Setting[] }) {
  const client = useQueryClient()
  const [name, setName] = useState(settings[0]!.name)
  const [typed, setTyped] = useState('')
  const setting = settings.find((each) => each.name === name)!
  const value = wireValue(name, typed)
  const propose = useMutation({
    mutationFn: (given: Readonly<Record<string, string>>) =>
      call(proposeSetting, {
        name,
        value,
        reason: given.reason!,
        ...(given.effectiveAt && { effectiveAt: new Date(given.effectiveAt).getTime() }),
      }),
    onSuccess: () => {
      setTyped('')
      toast(t('proposals.made'))
      void client.invalidateQueries()
    },
  })
  return (
    <Panel title={t('settings.change')}>
      <Form
        error={propose.error}
        onSend={(given) => propose.mutate(given)}
        className="grid grid-cols-4 items-end gap-3"
      >
        <Choice
          label={t('settings.setting')}
          name="name"
          className="col-span-2"
          value={name}
          onChange={(event) => {
            setName(event.target.value as Setting['name'])
            setTyped('')
          }}
          options={settings.map((each) => [each.name, named('setting', each.name)])}
        />
        <Value setting={setting} typed={typed} onType={setTyped} />
        <Input label={t('settings.effective')} name="effectiveAt" type="datetime-local" />
        <p className="col-span-4 text-xs text-quiet">
          {t('settings.between', { least: valueText(name, setting.least), most: valueText(name, setting.most) })}
        </p>
        {readSetting(name, value) === null ? null : (
          <div className="col-span-4">
            <BeforeAfter of={settingLines(name, setting.value, value)} />
          </div>
        )}
        <Input label={t('field.reason')} name="reason" required minLength={5} className="col-span-3" />
        <Button type="submit" look="brand" disabled={propose.isPending}>
          {t('settings.propose')}
        </Button>
      </Form>
    </Panel>
  )
}

type ValueProps = { setting: Setting; typed: string; onType: (typed: string) => void }

function Value({ setting: { unit }, typed, onType }: ValueProps) {
  const label = `${t('settings.newValue')} (${named('unit', unit)})`
  if (unit === 'switch') {
    const options = [
      ['', '–'],
      ['on', t('switch.on')],
      ['off', t('switch.off')],
    ] as const
    return (
      <Choice label={label} value={typed} required onChange={(event) => onType(event.target.value)} options={options} />
    )
  }
  return (
    <Input
      label={label}
      value={typed}
      required
      autoComplete="off"
      {...(unit === 'time' ? { type: 'time' } : { inputMode: 'decimal' })}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
