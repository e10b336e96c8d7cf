// Scans labels one after the other and opens what each stands on, or does with it what other rooms offer.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { wordsForError } from '../error-words.ts'
import { useRights } from '../surroundings.ts'
import { type Labelled, labelOptions } from './find-label.ts'
import { ScanPanel } from './scan-panel.tsx'

/** One thing that may be done with what was scanned. */
export interface ScanTarget {
  label: string
  icon: IconName
  permission: string
  /** Path inside the router. */
  to: string
}

export interface ScanPageProps {
  /** Of the address: who scanned it with the camera of the phone comes here with it. */
  code: string | undefined
  onCode: (code: string) => void
  /** What a thing is called («Device») and what can be done with it, the usual one first. */
  thingOf: (found: Labelled) => { kind: string; targets: readonly ScanTarget[] }
}

export function ScanPage({ code, onCode, thingOf }: ScanPageProps) {
  const { t } = useLingui()
  const [read, setRead] = useState<readonly string[]>([])
  const all = code === undefined || read.includes(code) ? read : [code, ...read]
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Scan' })} />
      <div className={look({ tiles: 'large', gap: 4, padBelow: 5 })}>
        <Card>
          <ScanPanel
            onCode={scanned => {
              setRead(before => [scanned, ...before.filter(each => each !== scanned)])
              onCode(scanned)
            }}
          />
        </Card>
        <Stack as="section" gap={3} aria-label={t`Read so far`}>
          {all.length === 0 ? (
            <Empty
              icon="grid"
              title={t`Nothing read yet`}
              why={t`Hold the QR code of a device or another thing in front of the camera. It opens here, without a network too if it was listed on this device before.`}
            />
          ) : (
            <List stack gap={3}>
              {all.map((each, at) => (
                <li key={each}>
                  <Found code={each} newest={at === 0} thingOf={thingOf} />
                </li>
              ))}
            </List>
          )}
        </Stack>
      </div>
    </PageFrame>
  )
}

interface FoundProps extends Pick<ScanPageProps, 'thingOf'> {
  code: string
  newest: boolean
}

function Found({ code, newest, thingOf }: FoundProps) {
  const { i18n } = useLingui()
  const may = useRights()
  const router = useRouter()
  const query = useQuery(labelOptions(useQueryClient(), code))
  const found = query.data
  if (!found)
    return (
      <Card>
        {query.isError ? (
          <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
        ) : (
          <Loading variant="detail" count={1} />
        )}
        <Muted>
          <bdi>{code}</bdi>
        </Muted>
      </Card>
    )
  const { kind, targets } = thingOf(found)
  const open = targets.filter(({ permission }) => may(permission))
  return (
    <Card as="article" outlined={newest}>
      <Stack gap={3}>
        <Row gap={3} align="start">
          <Stack grow shrink gap="half">
            <Text strong breaks>
              {found.name}
            </Text>
            <Muted>
              {kind} · <bdi>{code}</bdi>
            </Muted>
          </Stack>
        </Row>
        <Row gap={2} wrap>
          {open.map(({ label, icon, to }, at) => (
            <Button
              key={to}
              variant={newest && at === 0 ? 'filled' : 'default'}
              leftSection={<Icon name={icon} />}
              onClick={() => router.history.push(to)}
            >
              {label}
            </Button>
          ))}
        </Row>
      </Stack>
    </Card>
  )
}
