// Starts the page of residents: their homes on their phone, and nothing of the console.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import '../door-unit/page.css'
import { wearSite } from '../door-unit/own-site.ts'
import { openWords } from '../door-unit/words.ts'
import { ResidentPage } from './resident-page.tsx'
import { setUpHttp } from './session.ts'

async function start(): Promise<void> {
  wearSite()
  // Installations with the service of people elsewhere name it in the page.
  setUpHttp(document.querySelector<HTMLMetaElement>('meta[name="gatehouse-base-user"]')?.content)
  await openWords()
  const root = document.getElementById('home')
  if (!root) throw new Error('The page has no element for the homes of residents')
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <ResidentPage />
    </I18nProvider>,
  )
}

void start()
