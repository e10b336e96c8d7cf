// The choice of language: the browser's own list, which every phone shows well.
import { useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { languages } from '../domain/languages.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Inline } from '../ui/kit/parts.tsx'
import { chooseLanguage, getLanguage, languageNames, subscribeLanguage } from './language.ts'
import css from './language-choice.module.css'

export function LanguageChoice() {
  const { t } = useLingui()
  const language = useSyncExternalStore(subscribeLanguage, getLanguage)
  const [busy, setBusy] = useState(false)
  return (
    <Inline gap={2} padX={2} round="control" tone="ink-2" className={css.choice}>
      <Icon name="language" />
      <select
        className={look({ bare: true, atLeast: 'target', pad: 0, tone: 'same', pointer: true }, css.select)}
        aria-label={t`Language`}
        value={language}
        disabled={busy}
        onChange={event => {
          const chosen = languages.find(each => each === event.currentTarget.value)
          if (!chosen) return
          setBusy(true)
          void chooseLanguage(chosen).finally(() => setBusy(false))
        }}
      >
        {languages.map(each => (
          <option key={each} value={each} lang={each === 'cn' ? 'zh-CN' : each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </Inline>
  )
}
