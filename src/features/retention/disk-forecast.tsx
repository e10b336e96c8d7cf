// What records take on the disk of the installation, what a day adds, and when it will be full.
import { Trans, useLingui } from '@lingui/react/macro'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Card, SectionTitle, Table, Text } from '../../ui/kit/parts.tsx'
import { Days, type Retention } from './kept-kinds.tsx'
import { kindWords } from './retention-words.ts'

type Disk = NonNullable<Retention['disk']>

export function DiskForecast({ disk }: { disk: Disk }) {
  const { i18n, t } = useLingui()
  return (
    <Card as="section" stack gap={3} aria-labelledby="retention-disk">
      <SectionTitle id="retention-disk">
        <Trans>Disk of the whole installation</Trans>
      </SectionTitle>
      <Text as="p">
        <Foreseen disk={disk} />
      </Text>
      <Table>
        <thead>
          <tr>
            <th scope="col">
              <Trans context="records">Records</Trans>
            </th>
            <th scope="col">
              <Trans>Now</Trans>
            </th>
            <th scope="col">
              <Trans>A day adds</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {disk.kinds.map(({ kind, bytes, bytesPerDay }) => (
            <tr key={kind ?? ''}>
              <th scope="row">{kind === null ? t`Everything else` : i18n._(kindWords[kind].name)}</th>
              <td>
                <ByteSize bytes={bytes} />
              </td>
              <td>
                {bytesPerDay === null ? t`Not known yet` : <ByteSize bytes={Math.max(bytesPerDay, 0)} />}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function Foreseen({ disk: { freeBytes, daysUntilFull, kinds } }: { disk: Disk }) {
  if (freeBytes === null)
    return <Trans>The database is on another machine: how much space it has is not known here.</Trans>
  const free = <ByteSize bytes={freeBytes} />
  if (kinds.every(({ bytesPerDay }) => bytesPerDay === null))
    return <Trans>{free} are free. The forecast begins when it was measured on two days.</Trans>
  if (daysUntilFull === null)
    return <Trans>{free} are free. The disk does not fill up within ten years.</Trans>
  return (
    <Trans>
      {free} are free. The disk is full in <Days days={daysUntilFull} />.
    </Trans>
  )
}
