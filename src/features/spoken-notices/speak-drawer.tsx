// A form that has something said aloud on the consoles of the tenant.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer, Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { speakNotice } from '../../contract/endpoints/message.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { useFocusBack } from '../../ui/arrival-focus.ts'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'

/** As the endpoint takes them. */
const MOST_SIGNS = 200

const outcomeTones = { heard: 'ok', failed: 'critical' } as const

type Outcome = { is: 'heard'; by: number } | { is: 'failed'; error: unknown }

export default function SpeakDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  useFocusBack()
  const phone = useScreen() === 'phone'
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 440}
      title={<Trans>Speak a notice</Trans>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <SpeakForm />
    </Drawer>
  )
}

interface Saying {
  text: string
  departmentId: number | null
  busy: boolean
  outcome: Outcome | undefined
  change: (next: { text?: string; departmentId?: number | null }) => void
  say: () => Promise<void>
}

function useSaying(): Saying {
  const [text, setText] = useState('')
  const [departmentId, setDepartmentId] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  // Pressed again after a lost answer, it is still said once.
  const key = useRef(newKey())
  return {
    text,
    departmentId,
    busy,
    outcome,
    change(next) {
      if (next.text !== undefined) setText(next.text)
      if (next.departmentId !== undefined) setDepartmentId(next.departmentId)
      key.current = newKey()
      setOutcome(undefined)
    },
    async say() {
      setBusy(true)
      setOutcome(undefined)
      try {
        const request = { msgContent: text, ...(departmentId !== null && { departmentId }) }
        const { heardBy } = await sendRequest(speakNotice, request, { idempotencyKey: key.current })
        setOutcome({ is: 'heard', by: heardBy })
        setText('')
        key.current = newKey()
      } catch (error) {
        setOutcome({ is: 'failed', error })
      }
      setBusy(false)
    },
  }
}

function SpeakForm() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const countId = useId()
  const { text, departmentId, busy, outcome, change, say } = useSaying()
  const left = MOST_SIGNS - text.length
  return (
    <form
      className={look({ stack: true, gap: 3 })}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() && online && !busy) void say()
      }}
    >
      <Textarea
        label={t`Text`}
        description={t`It is read aloud in Chinese and shown on every console of your tenant.`}
        rows={4}
        maxLength={MOST_SIGNS}
        value={text}
        dir="auto"
        data-autofocus
        withAsterisk
        aria-describedby={countId}
        onChange={event => change({ text: event.currentTarget.value })}
      />
      <Text as="p" id={countId} size="caption" tone="ink-2" text="end">
        <Plural value={left} one="# character left" other="# characters left" />
      </Text>
      {may('department.read') && (
        <ReferenceSelect
          label={t`Department`}
          name="departmentId"
          entityKey="department"
          value={departmentId}
          description={t`If left empty, everybody receives it.`}
          onChange={value => change({ departmentId: typeof value === 'number' ? value : null })}
        />
      )}
      <Button type="submit" loading={busy} disabled={!text.trim() || !online}>
        <Trans>Speak the notice</Trans>
      </Button>
      {!online && (
        <Text as="p" tone="warning" role="status">
          <Trans>No network: it cannot be said now, and it is not said later.</Trans>
        </Text>
      )}
      <OutcomeWords outcome={outcome} />
    </form>
  )
}

function OutcomeWords({ outcome }: { outcome: Outcome | undefined }) {
  const { i18n } = useLingui()
  return (
    <Text as="p" mih={20} tone={outcome && outcomeTones[outcome.is]} role="status">
      {outcome?.is === 'heard' && (
        <Plural
          value={outcome.by}
          _0="Nobody is connected who could hear it. It is in the message centre."
          one="Spoken on the console of # person."
          other="Spoken on the consoles of # people."
        />
      )}
      {outcome?.is === 'failed' && i18n._(wordsForError(outcome.error))}
    </Text>
  )
}
