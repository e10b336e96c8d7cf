// What records take on the disk of the installation, what a day adds, and when it will be full.
import { Trans, useLingui } from '@lingui/react/macro'
import { ByteSize } from '../../resource/byte-size.tsx'
import { Box, Card, SectionTitle, Table, Text } from '../../ui/kit/parts.tsx'
import { Days, type Retention } from './kept-kinds.tsx'
import { diskWords } from './retention-words.ts'

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
      {disk.isDatabaseElsewhere && (
        <Text as="p" tone="ink-2">
          <Trans>The database is on another machine: how much space it has is not known here.</Trans>
        </Text>
      )}
      <Box scroll="x" tabIndex={0} role="group" aria-label={t`Stored by kind`}>
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
              <th scope="col">
                <Trans>In the long run</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {disk.kinds.map(({ kind, bytes, bytesPerDay, keptDays }) => (
              <tr key={kind}>
                <th scope="row">{i18n._(diskWords[kind])}</th>
                <td>
                  <ByteSize bytes={bytes} />
                </td>
                <td>
                  {bytesPerDay === null ? t`Not known yet` : <ByteSize bytes={Math.max(bytesPerDay, 0)} />}
                </td>
                <td>
                  {keptDays === null ? (
                    <Trans>Never ends</Trans>
                  ) : bytesPerDay === null ? (
                    '–'
                  ) : (
                    <ByteSize bytes={Math.max(bytesPerDay, 0) * keptDays} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Box>
    </Card>
  )
}

function Foreseen({ disk: { freeBytes, isKnown, daysUntilFull } }: { disk: Disk }) {
  if (freeBytes === null) return <Trans>No process says how much is free.</Trans>
  const free = <ByteSize bytes={freeBytes} />
  if (!isKnown)
    return (
      <Trans>{free} are free. The forecast begins once sizes have been written down for six hours.</Trans>
    )
  if (daysUntilFull === null)
    return <Trans>{free} are free. The disk does not fill up within ten years.</Trans>
  return (
    <Trans>
      {free} are free. The disk is full in <Days days={daysUntilFull} />.
    </Trans>
  )
}
