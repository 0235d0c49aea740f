import {
  listCertifications,
  passCertification,
  rejectCertification,
  releaseCertification,
  takeCertification,
  viewCertification,
} from '#contract/console/certifications'
import { handOverCertification } from '#contract/console/work/shifts'
import type { Output } from '#contract/endpoint'
import { call } from '../../client.ts'
import { sharedWords, t } from '../../i18n/words.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { Tabs } from '../../lists/Tabs.tsx'
import { countryName } from '../../lists/values.tsx'
import type { PageProps } from '../../pages.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { CaseView } from '../../reviews/CaseView.tsx'
import { Decision } from '../../reviews/Decision.tsx'
import { Picture } from '../../reviews/Picture.tsx'
import { PictureCase } from '../../reviews/PictureCase.tsx'
import { ReviewQueue } from '../../reviews/ReviewQueue.tsx'

const ways = {
  queue: 'certifications',
  kind: 'certification',
  look: (id: string) => call(viewCertification, { id }),
  take: (id: string) => call(takeCertification, { id }),
  giveBack: (id: string) => call(releaseCertification, { id }),
  handOver: (id: string, handed: { account: string; note: string }) => call(handOverCertification, { id, ...handed }),
} as const

/** Applications for certification that wait, the list of all, or the one that the path names. */
export function CertificationsPage({ rest }: PageProps) {
  if (rest === 'all') return <All />
  return rest ? <One key={rest} id={rest} /> : <Queue />
}

function All() {
  return (
    <ListPage
      name="certifications"
      title={t('queue.certifications')}
      path="/certifications/all"
      tabs={<Tabs path="/certifications" first={t('list.queue')} />}
      opens={({ id }) => `/certifications/${id}`}
      bulk="certifications"
    />
  )
}

function One({ id }: { id: string }) {
  return (
    <CaseView
      id={id}
      title={t('queue.certifications')}
      ways={ways}
      decision={({ decided }) => {
        const reason = decided!.reason && sharedWords().certification_reason[decided!.reason]
        return [[t('field.reason'), [reason, decided!.text].filter(Boolean).join(': ') || null]]
      }}
      renderCase={(seen, onDone) => <Application seen={seen} onDone={onDone} />}
    />
  )
}

function Queue() {
  return (
    <ReviewQueue
      queue="certifications"
      list={() => call(listCertifications, {})}
      ways={ways}
      renderLine={({ country, documentKind }) => (
        <span className="text-quiet">
          {countryName(country)} · {t(`document.${documentKind}`)}
        </span>
      )}
      renderCase={(seen, onDone) => <Application seen={seen} onDone={onDone} />}
    />
  )
}

type Props = { seen: Output<typeof viewCertification>; onDone: (said: string) => void }

function Application({ seen, onDone }: Props) {
  const { id } = seen
  return (
    <PictureCase
      playerId={seen.playerId}
      picture={
        <Panel title={t('picture.document')}>
          {seen.photoId ? <Picture id={seen.photoId} name={t('picture.document')} /> : <p>{t('picture.none')}</p>}
        </Panel>
      }
    >
      <Panel title={t('case.about')}>
        <Facts
          of={[
            [t('field.account'), seen.account],
            [t('field.name'), seen.legalName],
            [t('field.bornOn'), seen.bornOn],
            [t('field.country'), countryName(seen.country)],
            [t('field.document'), t(`document.${seen.documentKind}`)],
            [
              t('field.documentNumber'),
              <span key="n" className="font-mono">
                {seen.documentNumber}
              </span>,
            ],
            [t('field.alike'), seen.alike.length > 0 ? seen.alike.join(', ') : null],
          ]}
        />
      </Panel>
      <Decision
        renderFields={() => null}
        ways={[
          { name: t('case.pass'), look: 'brand', run: () => call(passCertification, { id }), said: t('case.passed') },
        ]}
        reasons={sharedWords().certification_reason}
        reject={(given) => call(rejectCertification, { id, ...given })}
        onDone={onDone}
      />
    </PictureCase>
  )
}
