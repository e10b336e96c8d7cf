// The password, and the second factor where one stands: asked for once in the dialog, sent with whatever is done there.
import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { PASSWORD_LENGTH } from '../../domain/limits.ts'
import { FactorProofField, type Standing, useFactorProof } from './factor-proof.tsx'
import { type FormFailure, failureOf } from './field-error.ts'

type Field = 'name' | 'password' | 'code' | 'factor'
const fields: readonly Field[] = ['name', 'password', 'code', 'factor']

interface Proof {
  password: string
  factor: string | undefined
}

export function useOwnProof(standing: Standing) {
  const factor = useFactorProof(standing)
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<FormFailure<Field>>()
  const [busy, setBusy] = useState<string>()
  return {
    factor,
    password,
    setPassword,
    checked,
    failure,
    /** What is being done; undefined between. */
    busy,
    /** Does `work` with what was entered, where that is whole. A code is used up by it. */
    attempt: async (what: string, work: (proof: Proof) => Promise<void>, ready = true) => {
      setChecked(true)
      setFailure(undefined)
      if (!ready || password === '' || !factor.good) return
      setBusy(what)
      try {
        await work({ password, factor: await factor.prove() })
        setPassword('')
        factor.setValue('')
        setChecked(false)
      } catch (problem) {
        setFailure(failureOf(problem, fields))
      } finally {
        setBusy(undefined)
      }
    },
  }
}

export type OwnProof = ReturnType<typeof useOwnProof>

interface OwnProofFieldsProps {
  proof: OwnProof
  username: string
  /** The code of the form is another's: what is wrong with it stands there. */
  beside?: boolean
}

export function OwnProofFields({ proof, username, beside = false }: OwnProofFieldsProps) {
  const { t, i18n } = useLingui()
  const { password, checked, failure } = proof
  const refused = (of: Field) => failure?.field === of && i18n._(failure.words)
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput
        label={t`Your own password`}
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH.most}
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        value={password}
        onChange={event => proof.setPassword(event.currentTarget.value)}
        error={(checked && password === '' && t`Password must not be empty`) || refused('password')}
      />
      <FactorProofField
        entered={proof.factor}
        checked={checked}
        refused={refused('factor') || (!beside && refused('code'))}
      />
    </>
  )
}
