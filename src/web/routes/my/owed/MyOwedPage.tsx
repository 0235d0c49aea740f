import { useQuery } from '@tanstack/react-query'
import { Download, History, Scale } from 'lucide-react'
import { totalOf } from '#core/fairness/liabilities/path-file'
import { Button } from '#ui/Button'
import { saveFile } from '#ui/browser/save-file.ts'
import { useWords } from '../../../i18n/words.ts'
import { meQuery } from '../../../queries/accounts.ts'
import { FetchError } from '../../../shell/FetchError.tsx'
import { PendingPage } from '../../../shell/PendingPage.tsx'
import { Row, Rows } from '../../../shell/Rows.tsx'
import type { Owner } from '../../../state/owed/own-proof.ts'
import type { KeptProof } from '../../../state/owed/kept-proofs.ts'
import { Added, Command, Meaning, Section } from '../../fair/owed/Meaning.tsx'
import { type OwedTexts, owedTextsQuery } from '../../fair/owed/owed-texts.ts'
import { Checks } from './Checks.tsx'
import { fileAmount } from './file-amount.ts'
import { ownProofQuery } from './own-proof-query.ts'
import { Paths } from './Paths.tsx'
import { Verdict } from './Verdict.tsx'

/** The proof of what the house owes the player, in plain words. */
export function MyOwedPage() {
  const { locale } = useWords()
  const texts = useQuery(owedTextsQuery(locale))
  const me = useQuery(meQuery)
  if (!texts.data || !me.data) return <PendingPage for={texts.error ? texts : me} />
  return <Own says={texts.data} owner={me.data} />
}

function Own({ says, owner }: { says: OwedTexts; owner: Owner }) {
  const { t } = useWords()
  const asked = useQuery(ownProofQuery(owner))
  const shown = asked.data && asked.data.state !== 'none' ? asked.data.shown : null
  const isFailed = asked.data?.state === 'fails'
  const keep = shown ? <Keep says={says} file={shown.file} /> : null
  return (
    <main className="flex flex-1 flex-col gap-5 p-4 pb-8">
      {asked.error && !asked.data ? (
        <FetchError error={asked.error} onRetry={asked.refetch} />
      ) : (
        <Verdict says={says} own={asked.data ?? null} isBusy={asked.isFetching} onAgain={asked.refetch} />
      )}
      {/* Whoever is told to save the file finds it at once. */}
      {isFailed ? keep : null}
      {shown ? <Amounts says={says} file={shown.file} /> : null}
      {asked.data && shown ? <Checks says={says} own={asked.data} /> : null}
      <Meaning says={says} />
      {shown ? <Paths says={says} file={shown.file} record={asked.data!.record} /> : null}
      {isFailed ? null : keep}
      <Rows>
        <Row Icon={History} label={says.own.compare} to="/pay/lslist" />
        <Row Icon={Scale} label={t('owed.all')} to="/fair/owed" />
      </Rows>
    </main>
  )
}

function Amounts({ says, file: { owed } }: { says: OwedTexts; file: KeptProof['file'] }) {
  const { available, held, repeatOrders, stakes } = owed
  return (
    <Added
      says={says}
      owed={{
        available: fileAmount(available),
        held: fileAmount(held),
        repeatOrders: fileAmount(repeatOrders),
        stakes: fileAmount(stakes),
      }}
      total={fileAmount(totalOf(owed))}
    />
  )
}

/** The file to keep, and the command that checks it elsewhere. */
function Keep({ says, file }: { says: OwedTexts; file: KeptProof['file'] }) {
  const name = `clearball-owed-${file.number}.json`
  return (
    <Section title={says.own.save}>
      <p>{says.own.saveAbout}</p>
      <Button look="quiet" onClick={() => saveFile({ name, text: JSON.stringify(file) })}>
        <Download aria-hidden className="size-5 shrink-0" />
        {name}
      </Button>
      <p>{says.own.check}</p>
      <Command>
        {`npm run verify -- liabilities ${name} ${location.origin} --account ${file.account} --key ${file.operatorKey}`}
      </Command>
    </Section>
  )
}
