// The sign of a way to pay, with its name: drawn, so that no vendor's picture is needed.
import { useLingui } from '@lingui/react/macro'
import type { PayWay } from '../../../domain/billing/pay-way.ts'
import { wayWords } from '../../../resource/pay-words.ts'
import { look } from '../../../ui/kit/look.ts'
import { Inline } from '../../../ui/kit/parts.tsx'
import css from './pay-mark.module.css'

const paths: Record<PayWay, string> = {
  // Two bubbles that talk.
  wechat:
    'M9.5 5C5.9 5 3 7.4 3 10.4c0 1.7.9 3.2 2.4 4.2L5 16.8l2.4-1.3c.6.2 1.3.3 2.1.3h.5A4.9 4.9 0 0 1 9.8 14c0-2.9 2.8-5.2 6.1-5.2C15.300 6.600 12.700 5 9.500 5ZM16 10c-2.800 0-5 1.800-5 4.100s2.200 4.100 5 4.100c.6 0 1.200-.1 1.700-.2l1.900 1-.4-1.800c1.100-.8 1.800-1.900 1.800-3.100C21 11.800 18.800 10 16 10Z',
  // A wallet's clasp.
  alipay:
    'M5 6h14v2.200H5ZM11 4h2v5h-2ZM7.500 10.500h9.300c-.5 1.800-1.300 3.300-2.400 4.500 1.700.8 3.600 1.500 5.600 2l-1 2c-2.200-.7-4.300-1.600-6.200-2.600-1.800 1.400-4 2.200-6.300 2.200-2 0-3.500-1-3.500-2.600s1.400-2.700 3.300-2.700c1.700 0 3.700.5 5.900 1.400.7-.7 1.200-1.500 1.600-2.400H7.500Z',
  card: 'M3 6.500A1.500 1.500 0 0 1 4.500 5h15A1.500 1.500 0 0 1 21 6.500V9H3ZM3 11h18v6.500a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500Zm3 4v1.800h5V15Z',
  sandbox: 'M4 9h16l-1.500 9.500h-13ZM8.500 4h2v4h-2ZM13.500 5h2v3h-2Z',
}

const tones = { wechat: 'ok', alipay: 'info', card: 'new', sandbox: 'attention' } as const

/** `bare`: without the name, where it stands beside. */
export function PayMark({ way, bare = false }: { way: PayWay; bare?: boolean }) {
  const { i18n } = useLingui()
  return (
    <Inline gap={2} nowrap middle className={css.mark}>
      <svg
        className={look({ soft: tones[way] })}
        viewBox="0 0 24 24"
        width="22"
        height="22"
        aria-hidden="true"
        focusable="false"
      >
        <path d={paths[way]} />
      </svg>
      {!bare && <span>{i18n._(wayWords[way])}</span>}
    </Inline>
  )
}
