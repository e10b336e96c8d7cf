// The page of an invitation: whoever has the link or the code chooses name and password, and is in.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { acceptInvitation, lookAtInvitation } from '../../contract/endpoints/invitation.ts'
import { NAME_LENGTH, USERNAME_LENGTH } from '../../domain/limits.ts'
import { typedCode, writtenCode } from '../../domain/setup/invitation.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Left } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { failureOf } from './field-error.ts'
import { logInByAccount } from './log-in.ts'
import css from './login-page.module.css'
import { NewPasswordFields, useNewPassword } from './new-password-fields.tsx'
import type { WayProps } from './way-props.ts'

interface JoinPageProps extends Omit<WayProps, 'demo'> {
  siteName: string
  /** Of the link; undefined where somebody has only the code. */
  code: string | undefined
  languageChoice: ReactNode
}

export function JoinPage({ siteName, code: given, language, onEnter, languageChoice }: JoinPageProps) {
  const [typed, setTyped] = useState<string>()
  const code = typed ?? (given === undefined ? undefined : typedCode(given))
  return (
    <Column ground="canvas" mih="100dvh">
      <Row as="header" align="stretch" justify="end" padX={6} padY={4}>
        {languageChoice}
      </Row>
      <Box as="main" w="min(420px, 100% - 48px)" className={css.box}>
        <Row gap={3} below={5}>
          <Center as="span" ground="accent" round="card" tone="on-accent" square={10}>
            <Icon name="users" size={24} />
          </Center>
          <div>
            <Text as="h1" size="title" strong>
              <Trans>You are invited</Trans>
            </Text>
            <Text as="p" tone="ink-2">
              <bdi>{siteName}</bdi>
            </Text>
          </div>
        </Row>
        {code === undefined ? (
          <CodeForm wrong={given !== undefined} onCode={setTyped} />
        ) : (
          <Invitation code={code} language={language} onEnter={onEnter} onOther={setTyped} />
        )}
      </Box>
    </Column>
  )
}

/** `wrong`: what the link carried is no code. */
function CodeForm({ wrong, onCode }: { wrong: boolean; onCode: (code: string) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = typedCode(text)
    setRefused(code === undefined)
    if (code !== undefined) onCode(code)
  }
  return (
    <form onSubmit={submit} noValidate className={look({ stack: true, gap: 4 })}>
      <TextInput
        className={css.field}
        label={t`Code of the invitation`}
        placeholder="ABCD-EFGH-JK23"
        value={text}
        autoFocus
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
        error={refused && t`Twelve letters and digits, as you were given them`}
        onChange={event => {
          setRefused(false)
          setText(event.currentTarget.value)
        }}
      />
      <Button type="submit" className={css.submit ?? ''} fullWidth>
        <Trans>Continue</Trans>
      </Button>
    </form>
  )
}

interface InvitationProps extends Pick<JoinPageProps, 'language' | 'onEnter'> {
  code: string
  onOther: (code: string) => void
}

function Invitation({ code, language, onEnter, onOther }: InvitationProps) {
  const { i18n } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => sendRequest(lookAtInvitation, { code: writtenCode(code) }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <Stack gap={4}>
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(wordsForError(error))}
        </Text>
        <CodeForm wrong={false} onCode={onOther} />
      </Stack>
    )
  if (!data) return <Loading variant="detail" count={2} />
  return (
    <Stack gap={5}>
      <Stack gap={1} pad={4} ground="surface" edge="line" round="card">
        <Text as="bdi" size="section" strong>
          {data.tenantName}
        </Text>
        <Text tone="ink-2">
          <Trans>
            <bdi>{data.byName}</bdi> invites <bdi>{data.forName}</bdi> as{' '}
            <bdi>{data.roleNames.join(', ')}</bdi>
          </Trans>
        </Text>
        <Text size="small" tone="ink-3">
          <Trans>
            <Left until={data.expiresAt} /> left
          </Trans>
        </Text>
      </Stack>
      <AccountFields code={code} forName={data.forName} language={language} onEnter={onEnter} />
    </Stack>
  )
}

const fields = ['username', 'name', 'password'] as const

function AccountFields({
  code,
  forName,
  language,
  onEnter,
}: Pick<InvitationProps, 'code' | 'language' | 'onEnter'> & { forName: string }) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [username, setUsername] = useState('')
  const [name, setName] = useState(forName)
  const entered = useNewPassword()
  const [checked, setChecked] = useState(false)
  const join = useMutation({
    mutationFn: async () => {
      const accepted = { code: writtenCode(code), username: username.trim(), name, password: entered.value }
      await sendRequest(acceptInvitation, accepted)
      await onEnter(await logInByAccount(accepted.username, entered.value, language))
    },
  })
  const failure = join.error ? failureOf(join.error, fields) : undefined
  const refused = (field: (typeof fields)[number]) => failure?.field === field && i18n._(failure.words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (entered.good && username.trim() !== '' && name.trim() !== '') join.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className={look({ stack: true, gap: 4 })}>
      <TextInput
        className={css.field}
        label={t`Name for logging in`}
        description={t`Letters, digits, dot, hyphen and underscore`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={USERNAME_LENGTH}
        value={username}
        error={(checked && username.trim() === '' && t`Account must not be empty`) || refused('username')}
        onChange={event => setUsername(event.currentTarget.value)}
      />
      <TextInput
        className={css.field}
        label={t`Your name, as colleagues see it`}
        autoComplete="name"
        dir="auto"
        maxLength={NAME_LENGTH}
        value={name}
        error={(checked && name.trim() === '' && t`A name is needed`) || refused('name')}
        onChange={event => setName(event.currentTarget.value)}
      />
      <NewPasswordFields
        className={css.field}
        entered={entered}
        checked={checked}
        refused={refused('password')}
      />
      {failure && !failure.field && (
        <Text as="p" padX={3} padY={2} ground="critical-soft" round="control" tone="critical" role="alert">
          {i18n._(failure.words)}
        </Text>
      )}
      <Button
        type="submit"
        className={css.submit ?? ''}
        loading={join.isPending}
        disabled={!online}
        fullWidth
      >
        <Trans>Join and log in</Trans>
      </Button>
    </form>
  )
}
