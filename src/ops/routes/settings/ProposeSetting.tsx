import { useState } from 'react'
import { type listSettings, proposeSetting } from '#contract/console/settings'
import type { Output } from '#contract/endpoint'
import { readSetting } from '#core/rules/money/settings'
import { call } from '../../client.ts'
import { named, t } from '../../i18n/words.ts'
import { BeforeAfter } from '../../parts/BeforeAfter.tsx'
import { Button } from '../../parts/Button.tsx'
import { Choice, Form, Input } from '../../parts/Form.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { settingLines, valueText, wireValue } from './in-words.ts'
import { EffectBox } from '../proposals/EffectBox.tsx'
import { settingEffect } from '../proposals/effects.ts'
import { useProposal } from '../../parts/proposal.ts'
import { instantOf } from '../../parts/languages.ts'

type Setting = Output<typeof listSettings>['items'][number]

/**
 * Shows what is in force and what the new value would do while it is typed: what the second person will see as well.
 */
export function ProposeSetting({ settings }: { settings: readonly Setting[] }) {
  const [name, setName] = useState(settings[0]!.name)
  const [typed, setTyped] = useState('')
  const [later, setLater] = useState('')
  const setting = settings.find((each) => each.name === name)!
  const value = wireValue(name, typed)
  const propose = useProposal((given: Readonly<Record<string, string>>) => {
    const effectiveAt = instantOf(given.effectiveAt)
    return call(proposeSetting, { name, value, reason: given.reason!, ...(effectiveAt && { effectiveAt }) })
  })
  const forget = () => {
    setTyped('')
    setLater('')
  }
  return (
    <Panel title={t('settings.change')}>
      <Form
        error={propose.error}
        onSend={(given) => propose.mutate(given, { onSuccess: forget })}
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
        <Input
          label={t('settings.effective')}
          name="effectiveAt"
          type="datetime-local"
          value={later}
          onChange={(event) => setLater(event.target.value)}
        />
        <p className="col-span-4 text-xs text-quiet">
          {t('settings.between', { least: valueText(name, setting.least), most: valueText(name, setting.most) })}
        </p>
        {readSetting(name, value) === null ? null : (
          <div className="col-span-4 flex flex-col gap-3">
            <BeforeAfter of={settingLines(name, setting.value, value)} />
            <EffectBox of={settingEffect(name, { before: setting.value, after: value }, instantOf(later))} />
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
