// What proves the second factor that stands, for what asks for it inside a session: a code, or a passkey that signs when it is sent.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { readFactorCode } from '../../domain/access/second-factor.ts'
import { passkeysWork, proofByPasskey } from '../../platform/passkey.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { CodeField } from './code-field.tsx'
import css from './factor-dialog.module.css'

/** Which second factors stand. */
export interface Standing {
  app: boolean
  passkey: boolean
}

type ProofKind = 'app' | 'passkey' | 'recovery'

/** What somebody proves their second factor by; nothing where none stands. */
export function useFactorProof({ app, passkey }: Standing) {
  const kinds: ProofKind[] = []
  if (app) kinds.push('app')
  if (passkey && passkeysWork()) kinds.push('passkey')
  if (app || passkey) kinds.push('recovery')
  const [chosen, setChosen] = useState<ProofKind>()
  const [value, setValue] = useState('')
  const kind = kinds.find(each => each === chosen) ?? kinds[0]
  return {
    kinds,
    kind,
    value,
    setValue,
    good: kind === undefined || kind === 'passkey' || readFactorCode(value)?.kind === kind,
    choose: (next: ProofKind) => {
      setChosen(next)
      setValue('')
    },
    /** What is sent; a passkey is asked now. */
    prove: async (): Promise<string | undefined> => {
      if (kind === 'passkey') return proofByPasskey()
      return kind && value
    },
  }
}

interface FactorProofFieldProps {
  entered: ReturnType<typeof useFactorProof>
  checked: boolean
  refused: string | false | undefined
}

export function FactorProofField({ entered, checked, refused }: FactorProofFieldProps) {
  const { t } = useLingui()
  const { kinds, kind, choose } = entered
  if (kind === undefined) return null
  const words = { app: t`Use the app`, passkey: t`Use a passkey`, recovery: t`Use a recovery code` }
  return (
    <Stack gap={2}>
      {kind === 'passkey' ? (
        <Text as="p" tone={refused ? 'critical' : 'ink-2'} role={refused ? 'alert' : undefined}>
          {refused || <Trans>Your passkey is asked for when you go on.</Trans>}
        </Text>
      ) : (
        <CodeField entered={{ ...entered, kind }} checked={checked} refused={refused} />
      )}
      <Row wrap gap={2}>
        {kinds
          .filter(other => other !== kind)
          .map(other => (
            <Button key={other} variant="subtle" className={css.long} onClick={() => choose(other)}>
              {words[other]}
            </Button>
          ))}
      </Row>
    </Stack>
  )
}
