// The frame of every page that makes bills: the form, its total with one button, and the latest bills beside it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { BillKind } from '../../../domain/billing/bill.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Money } from '../../../resource/money.tsx'
import { RelatedList } from '../../../resource/related-list.tsx'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { billView } from './bill.view.tsx'
import css from './pay.module.css'
import { payAddress } from './pay-search.ts'
import type { NewBills } from './use-new-bills.ts'

interface BillFormFrameProps {
  title: string
  /** One sentence: what happens here. */
  what: ReactNode
  /** Bills beside the form. */
  kinds: readonly BillKind[]
  ordering: NewBills
  /** Fen; undefined while it is not known. */
  total: number | undefined
  /** Fields whose refusals stand beside them. */
  fields: readonly string[]
  submit: ReactNode
  blocked?: boolean
  onSubmit: () => void
  children: ReactNode
}

export function BillFormFrame(props: BillFormFrameProps) {
  const { title, what, kinds, ordering, total, fields, submit, blocked = false, onSubmit, children } = props
  const { i18n, t } = useLingui()
  const router = useRouter()
  const may = useRights()
  const online = useOnline()
  if (!may('bill.pay')) return <Forbidden />
  const { refused, busy } = ordering
  const elsewhere = refused && !(refused.field !== undefined && fields.includes(refused.field))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (online && !blocked) onSubmit()
  }
  return (
    <PageFrame scrolls>
      <PageHead title={title} />
      <Stack align="start" gap={6} cols="minmax(0, 640px) minmax(280px, 400px)" oneWhenNarrow>
        <form
          className={look(
            {
              stack: true,
              gap: 4,
              shrink: true,
              pad: 5,
              ground: 'surface',
              edge: 'line',
              round: 'card',
              tightOnPhone: true,
            },
            css.panel,
          )}
          onSubmit={send}
          noValidate
        >
          <Text as="p" size="small" tone="ink-2">
            {what}
          </Text>
          {children}
          {elsewhere && (
            <Alert color="critical" role="alert">
              {i18n._(wordsForError(refused.error))}
            </Alert>
          )}
          <Row wrap justify="between" gap={3} edgeAbove padAbove={4} className={css.foot}>
            <Stack aria-live="polite">
              <Text size="small" tone="ink-2">
                <Trans>Total</Trans>
              </Text>
              <Text as="strong" size="figure" strong>
                {total === undefined ? '–' : <Money fen={total} />}
              </Text>
            </Stack>
            <Button
              type="submit"
              loading={busy}
              disabled={!online || blocked}
              leftSection={<Icon name="bill" />}
            >
              {submit}
            </Button>
          </Row>
          {!online && (
            <Row
              as="p"
              align="start"
              gap={2}
              padX={3}
              padY={2}
              ground="info-soft"
              round="control"
              tone="ink"
              role="status"
            >
              <Icon name="wifi-off" size={18} />
              <Trans>No connection. Orders and payments are not kept for later.</Trans>
            </Row>
          )}
        </form>
        {may('bill.read') && (
          <Stack as="aside" gap={2} shrink>
            <SectionTitle>
              <Trans>Latest orders</Trans>
            </SectionTitle>
            <RelatedList
              view={billView}
              query={{ kind: [...kinds] }}
              all={`/bilList?kind=${kinds.join(',')}`}
              none={t`Nothing ordered yet`}
              onOpen={row => router.history.push(payAddress({ bills: [row.id] }))}
            />
          </Stack>
        )}
      </Stack>
    </PageFrame>
  )
}
