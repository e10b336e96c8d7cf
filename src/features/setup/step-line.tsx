// One step of the guide: its state, its evidence, and, while it is the open one, what is done in it.
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { GuideStep } from '../../domain/setup/guide.ts'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Center, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { Evidence } from './evidence.tsx'
import css from './setup.module.css'
import { stepWords } from './setup-words.ts'
import type { Facts } from './use-setup.ts'

interface StepLineProps {
  guideStep: GuideStep
  number: number
  facts: Facts
  open: boolean
  /** Nothing can be left out while the server is away. */
  online: boolean
  onToggle: () => void
  onSkip: (skipped: boolean) => void
  children: ReactNode
}

export function StepLine(props: StepLineProps) {
  const { guideStep, number, facts, open, online, onToggle, onSkip, children } = props
  const { step, state, essential } = guideStep
  const { i18n } = useLingui()
  const id = useId()
  const { title, why } = stepWords[step]
  return (
    <li className={look({ edgeBelow: true, lastBare: true })} data-step={step} data-state={state}>
      <h2 className={css.head}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-body`}
          id={`${id}-head`}
          className={look({
            bare: true,
            row: true,
            gap: 4,
            wide: true,
            padX: 4,
            padY: 3,
            text: 'start',
            pointer: true,
            hovers: true,
            ringInside: true,
          })}
          onClick={onToggle}
        >
          <Mark state={state} number={number} current={open} />
          <Stack as="span" grow shrink>
            <Row as="span" gap={2} wrap>
              <Text size="section" strong tone={state === 'skipped' ? 'ink-3' : 'ink'}>
                {i18n._(title)}
              </Text>
              {essential && state === 'left' && (
                <Text size="caption" tone="accent" strong>
                  <Trans>Essential</Trans>
                </Text>
              )}
              {state === 'skipped' && (
                <Text size="caption" tone="ink-3">
                  <Trans>Left out</Trans>
                </Text>
              )}
            </Row>
            <Text size="small" tone={state === 'done' ? 'ok' : 'ink-2'} plain data-evidence="">
              <Evidence step={step} facts={facts} />
            </Text>
          </Stack>
          <Text tone="ink-3" rigid>
            <Icon name={open ? 'up' : 'down'} size={16} />
          </Text>
        </button>
      </h2>
      {open && (
        <section id={`${id}-body`} aria-labelledby={`${id}-head`} className={css.body}>
          <Text as="p" tone="ink-2" below={4}>
            {i18n._(why)}
          </Text>
          {children}
          {state !== 'done' && (
            <Row above={4}>
              <button
                type="button"
                className={look({
                  bare: true,
                  atLeast: 'target',
                  padX: 0,
                  size: 'small',
                  tone: 'ink-2',
                  underlined: true,
                  pointer: true,
                  fades: true,
                })}
                disabled={!online}
                onClick={() => onSkip(state === 'left')}
              >
                {state === 'left' ? (
                  <Trans>We do not need this</Trans>
                ) : (
                  <Trans>We need this after all</Trans>
                )}
              </button>
            </Row>
          )}
        </section>
      )}
    </li>
  )
}

/** Each state has its own shape: a check, a number, a dash. */
function Mark({ state, number, current }: { state: GuideStep['state']; number: number; current: boolean }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const words = { done: t`Done`, left: t`Left to do`, skipped: t`Left out` }
  return (
    <Center
      as="span"
      rigid
      square={8}
      round="full"
      size="small"
      strong
      ground={state === 'done' ? 'ok-soft' : current ? 'accent-soft' : 'sunken'}
      tone={state === 'done' ? 'ok' : current ? 'accent' : 'ink-3'}
      edge={state === 'left' ? (current ? 'accent' : 'strong') : 'none'}
      role="img"
      aria-label={words[state]}
    >
      {state === 'done' ? (
        <Icon name="check" size={16} />
      ) : state === 'skipped' ? (
        <Icon name="minus" size={16} />
      ) : (
        format.format(number)
      )}
    </Center>
  )
}
