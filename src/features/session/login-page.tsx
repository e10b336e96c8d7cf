// The login screen: by account, by phone with a code, or as a visitor; the language before all else.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { AccountForm } from './account-form.tsx'
import type { Asked, Entered, Entrance } from './log-in.ts'
import css from './login-page.module.css'
import { PhoneForm } from './phone-form.tsx'
import { ProviderWay } from './provider-way.tsx'
import { SecondStep } from './second-step.tsx'
import { VisitorForm } from './visitor-form.tsx'
import type { WayProps } from './way-props.ts'

export interface LoginPageProps extends Omit<WayProps, 'onEnter'> {
  onEnter(entrance: Entrance): Promise<void>
  /** Who came by a link has taken the first step already. */
  asked?: Asked | undefined
  /**
   * The organisation that the address names, and what kept somebody out who came back from its sign-in service. Left out where
   * no organisation has one.
   */
  provider?: { tenant?: string | undefined; failed?: unknown }
  siteName: string
  /** Address of the picture in place of the product's mark. */
  logo?: string | undefined
  visitors: boolean
  /** Codes can be sent to phones. */
  texts: boolean
  /** Whether the server answers; undefined while nobody knows. */
  reached: boolean | undefined
  languageChoice: ReactNode
  /** What must be said before anybody signs in. */
  notes?: ReactNode
}

/** Draws a picture, which few people need: not with the first screen. */
const EnrolStep = lazy(() => import('./enrol-step.tsx'))

type Way = 'account' | 'phone' | 'visitor'

export function LoginPage(props: LoginPageProps) {
  const {
    siteName,
    logo,
    visitors,
    texts,
    reached,
    languageChoice,
    notes,
    asked: askedFirst,
    provider,
    ...given
  } = props
  const { t } = useLingui()
  const [way, setWay] = useState<Way>('account')
  const [asked, setAsked] = useState(askedFirst)
  const onEnter = async (entered: Entered) => {
    if ('challenge' in entered) setAsked(entered)
    else await given.onEnter(entered)
  }
  const forms = { ...given, onEnter }
  const second = { language: given.language, onEnter, onBack: () => setAsked(undefined) }
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const ways: readonly { way: Way; label: string }[] = [
    { way: 'account', label: t`Account` },
    ...(texts ? [{ way: 'phone', label: t`Phone` } as const] : []),
    ...(visitors ? [{ way: 'visitor', label: t`Visitor` } as const] : []),
  ]

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    if (event.key !== forward && event.key !== backward) return
    event.preventDefault()
    const at = ways.findIndex(each => each.way === way)
    const next = ways.at((at + (event.key === forward ? 1 : -1)) % ways.length)
    if (!next) return
    setWay(next.way)
    list.current?.querySelector<HTMLElement>(`[data-way="${next.way}"]`)?.focus()
  }

  return (
    <Column ground="canvas" mih="100dvh">
      <Row as="header" align="stretch" justify="end" padX={6} padY={4}>
        {languageChoice}
      </Row>
      <Box as="main" w="min(380px, 100% - 48px)" className={css.box}>
        <Row gap={3} below={5}>
          {logo ? (
            <img src={logo} alt="" width={40} height={40} />
          ) : (
            <Center as="span" ground="accent" round="card" tone="on-accent" square={10}>
              <Icon name="shield" size={24} />
            </Center>
          )}
          <div>
            <Text as="h1" size="title" strong>
              <Trans>Log in</Trans>
            </Text>
            <Text as="p" tone="ink-2">
              <bdi>{siteName}</bdi>
            </Text>
          </div>
        </Row>
        {notes}
        {asked?.asks === 'enrol' && (
          <Suspense fallback={<Loading variant="detail" count={2} />}>
            <EnrolStep {...second} asked={asked} />
          </Suspense>
        )}
        {asked?.asks === 'prove' && <SecondStep {...second} asked={asked} />}
        {!asked && (
          <>
            <Stack
              ref={list}
              gap={1}
              pad="half"
              below={4}
              ground="sunken"
              edge="line"
              round="card"
              className={css.ways}
              role="tablist"
              aria-label={t`Login method`}
              onKeyDown={onKeyDown}
            >
              {ways.map(each => (
                <button
                  key={each.way}
                  type="button"
                  role="tab"
                  id={`${id}-${each.way}`}
                  data-way={each.way}
                  aria-selected={way === each.way}
                  aria-controls={`${id}-form`}
                  tabIndex={way === each.way ? 0 : -1}
                  className={look(
                    { bare: true, padX: 2, round: 'control', tone: 'ink-2', pointer: true, lifts: true },
                    css.way,
                  )}
                  onClick={() => setWay(each.way)}
                >
                  {each.label}
                </button>
              ))}
            </Stack>
            <div role="tabpanel" id={`${id}-form`} aria-labelledby={`${id}-${way}`}>
              {way === 'account' && <AccountForm {...forms} />}
              {way === 'phone' && <PhoneForm {...forms} />}
              {way === 'visitor' && <VisitorForm {...forms} />}
            </div>
            {way === 'account' && provider && <ProviderWay {...provider} />}
          </>
        )}
        <Text
          as="p"
          above={4}
          size="caption"
          tone="ink-3"
          text="center"
          className={css.reach}
          role="status"
          data-reached={reached}
        >
          {reached === undefined && <Trans>Looking for the server…</Trans>}
          {reached === true && <Trans>Server reached · works offline after the first login</Trans>}
          {reached === false && <Trans>The server cannot be reached. Check the network.</Trans>}
        </Text>
      </Box>
    </Column>
  )
}
