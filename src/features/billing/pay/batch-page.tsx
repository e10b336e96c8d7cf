// Tops up several SIM cards at once: picked, pasted or from a file; every line is checked before anything is ordered.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkBills } from '../../../contract/endpoints/pay.ts'
import { sendRequest } from '../../../platform/http.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { Money } from '../../../resource/money.tsx'
import { useOnline } from '../../../resource/surroundings.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { List, Row, Stack, Text } from '../../../ui/kit/parts.tsx'
import { BillFormFrame } from './bill-form-frame.tsx'
import css from './pay.module.css'
import {
  type Bought,
  firstPurchase,
  PurchaseFields,
  SimCardField,
  useBought,
  useSimCard,
} from './sim-card-field.tsx'
import { MOST_LINES, readIccids } from './sim-card-lines.ts'
import { useNewBills } from './use-new-bills.ts'

const PAUSE_MS = 400
/** A list of 200 numbers is 5 KB; what is much larger is some other file. */
const MOST_BYTES = 262_144

export function BatchPage() {
  const { t } = useLingui()
  const ordering = useNewBills()
  const [text, setText] = useState('')
  const [purchase, setPurchase] = useState(firstPurchase)
  const [strict, setStrict] = useState(false)
  const bought = useBought(purchase)
  const all = readIccids(text)
  const iccids = all.slice(0, MOST_LINES)
  const check = useLineCheck(iccids, bought)
  const lines = check.data?.lines ?? []
  const bad = lines.filter(line => line.error !== null)
  const isOfThese = lines.length === iccids.length
  const checked = check.isFresh && isOfThese
  const change = (next: string) => {
    ordering.clear()
    setText(next)
  }
  const without = (drop: ReadonlySet<string>) => change(all.filter(each => !drop.has(each)).join('\n'))
  const submit = () => {
    setStrict(true)
    if (iccids.length === 0 || !bought.good || !checked || bad.length > 0) return
    void ordering.order({ kind: bought.kind, items: iccids.map(subject => ({ subject, ...bought.line })) })
  }
  return (
    <BillFormFrame
      title={t`Batch top-up`}
      what={<Trans>The same for up to 200 cards, paid together. Every card is checked first.</Trans>}
      kinds={['package', 'cardTopUp']}
      ordering={ordering}
      total={iccids.length > 0 && checked ? check.data?.amount : undefined}
      fields={[]}
      submit={<Trans>Continue to payment</Trans>}
      blocked={iccids.length > 0 && (!checked || bad.length > 0)}
      onSubmit={submit}
    >
      <CardsInput
        text={text}
        onChange={change}
        error={strict && all.length === 0 ? t`Nothing selected` : undefined}
      />
      {all.length > MOST_LINES && (
        <Row as="p" align="start" gap={2} padX={3} padY={2} ground="info-soft" round="control" tone="ink">
          <Trans>Only the first 200 cards are taken; order the others afterwards.</Trans>
        </Row>
      )}
      <PurchaseFields value={purchase} onChange={setPurchase} strict={strict} />
      {iccids.length > 0 && bought.good && (
        <Lines iccids={iccids} check={check} onRemove={iccid => without(new Set([iccid]))} />
      )}
      {/* Stays while the same cards are checked for another package: it holds a button that may just be pressed. */}
      {isOfThese && bad.length > 0 && (
        <Row
          as="p"
          align="start"
          gap={2}
          padX={3}
          padY={2}
          ground="info-soft"
          round="control"
          tone="ink"
          className={css.wrong}
          role="alert"
        >
          <span>
            <Trans>Some cards cannot be ordered for. Correct or remove them.</Trans>{' '}
            <button
              type="button"
              className={look({ bare: true, pad: 0, tone: 'accent', pointer: true, underlined: true })}
              onClick={() => without(new Set(bad.map(line => line.subject)))}
            >
              <Trans>Remove all of these</Trans>
            </button>
          </span>
        </Row>
      )}
    </BillFormFrame>
  )
}

interface CardsInputProps {
  text: string
  onChange: (text: string) => void
  error: string | undefined
}

function CardsInput({ text, onChange, error }: CardsInputProps) {
  const { t } = useLingui()
  const [picked, setPicked] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const card = useSimCard(picked)
  const add = useRef<(iccid: string) => void>(() => undefined)
  add.current = iccid => onChange([...readIccids(text), iccid].join('\n'))
  // A picked card becomes a line as soon as its number is known.
  useEffect(() => {
    if (!card) return
    add.current(card.iccid)
    setPicked(undefined)
  }, [card])
  const load = async (chosen: File | undefined) => {
    if (!chosen) return
    const found = chosen.size > MOST_BYTES ? [] : readIccids(await chosen.text())
    setProblem(found.length === 0 ? t`There are no card numbers in this file` : undefined)
    if (found.length > 0) onChange([...readIccids(text), ...found].join('\n'))
  }
  return (
    <Stack gap={2} shrink pad={0} edge="none">
      <SimCardField label={t`Add a card`} value={picked} onChange={setPicked} />
      <Textarea
        label={t`ICCIDs, one in a line`}
        description={t`Paste them, or load a text or CSV file`}
        value={text}
        dir="ltr"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        error={error ?? problem}
        onChange={event => onChange(event.currentTarget.value.slice(0, MOST_BYTES))}
      />
      <input
        ref={file}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="gh-hidden"
        tabIndex={-1}
        aria-label={t`Load a file`}
        onChange={event => {
          void load(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div>
        <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => file.current?.click()}>
          <Trans>Load a file</Trans>
        </Button>
      </div>
    </Stack>
  )
}

function useLineCheck(iccids: readonly string[], bought: Bought) {
  const online = useOnline()
  const wanted = JSON.stringify([bought.kind, bought.line, iccids])
  const [settled] = useDebouncedValue(wanted, PAUSE_MS)
  const query = useQuery({
    queryKey: ['pay', 'check', wanted],
    queryFn: ({ signal }) =>
      sendRequest(
        checkBills,
        { kind: bought.kind, items: iccids.map(subject => ({ subject, ...bought.line })) },
        { signal },
      ),
    enabled: online && bought.good && iccids.length > 0 && settled === wanted,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { ...query, isFresh: query.data !== undefined && !query.isPlaceholderData }
}

interface LinesProps {
  iccids: readonly string[]
  check: ReturnType<typeof useLineCheck>
  onRemove: (iccid: string) => void
}

function Lines({ iccids, check, onRemove }: LinesProps) {
  const { i18n, t } = useLingui()
  const known = new Map(check.data?.lines.map(line => [line.subject, line]))
  if (check.isError)
    return (
      <Text as="p" size="small" tone="critical">
        {i18n._(wordsForError(check.error))}
      </Text>
    )
  return (
    <List stack scroll="y" atMostTall="part" aria-label={t`Cards of this order`} aria-busy={!check.isFresh}>
      {iccids.map(iccid => {
        const line = known.get(iccid)
        return (
          <Row
            as="li"
            key={iccid}
            wrap
            gap="half"
            columnGap={3}
            atLeast="finger"
            padX={0}
            padY={2}
            edgeBelow
            lastBare
          >
            <Text shrink breaks grows="small">
              <bdi dir="ltr">{iccid}</bdi>
              {line?.deviceName && (
                <Text size="small" tone="ink-2">
                  {' '}
                  · {line.deviceName}
                </Text>
              )}
            </Text>
            <Row as="span" gap={2} pushed>
              {line?.error ? (
                <Text size="small" tone="critical">
                  {i18n._(wordsForError(new RequestError({ kind: 'refused', id: line.error })))}
                </Text>
              ) : (
                line && line.amount !== null && <Money fen={line.amount} />
              )}
              <IconButton icon="close" label={t`Remove ${iccid}`} onClick={() => onRemove(iccid)} />
            </Row>
          </Row>
        )
      })}
    </List>
  )
}
