import { useQuery } from '@tanstack/react-query'
import { listPlayerPapers } from '#contract/console/people/player-file'
import { call } from '../../../client.ts'
import { spoken, t } from '../../../i18n/words.ts'
import { Badge } from '../../../parts/Badge.tsx'
import { Moment } from '../../../parts/Moment.tsx'
import { Cell, Row, Table } from '../../../parts/tables/Table.tsx'
import { statusTone } from '../../../reviews/status-tone.ts'
import { useMay } from '../../../shell/me.ts'
import { Link } from '../../../shell/place.tsx'
import { Part } from './part.tsx'

/** Every application for certification. The document itself is seen only in its review. */
export function Papers({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['player', id, 'papers'],
    queryFn: () => call(listPlayerPapers, { id }),
  })
  const country = new Intl.DisplayNames(spoken(), { type: 'region' })
  const title = t('file.papers')
  const mayOpen = useMay('certifications.review')
  return (
    <Part title={title} error={error}>
      <Table
        label={title}
        heads={[
          t('field.when'),
          t('field.status'),
          t('field.legalName'),
          t('field.bornOn'),
          t('field.country'),
          t('field.document'),
          t('file.decidedBy'),
        ]}
      >
        {data?.items.map((each) => (
          <Row key={each.id}>
            <Cell>
              {mayOpen ? (
                <Link to={`/certifications/${each.id}`} className="text-brand underline">
                  <Moment at={each.createdAt} />
                </Link>
              ) : (
                <Moment at={each.createdAt} />
              )}
            </Cell>
            <Cell>
              <Badge tone={statusTone[each.status]}>{t(`status.${each.status}`)}</Badge>
            </Cell>
            <Cell>{each.legalName}</Cell>
            <Cell>
              <span className="whitespace-nowrap">{each.bornOn}</span>
            </Cell>
            <Cell>{country.of(each.country) ?? each.country}</Cell>
            <Cell>{t(`document.${each.documentKind}`)}</Cell>
            <Cell>
              {each.decidedBy && each.decidedAt ? (
                <>
                  {each.decidedBy}, <Moment at={each.decidedAt} />
                </>
              ) : null}
            </Cell>
          </Row>
        ))}
      </Table>
    </Part>
  )
}
