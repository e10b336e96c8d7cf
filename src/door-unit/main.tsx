// Starts the page that makes a tablet into a door unit.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import './page.css'
import { configureHttp } from '../platform/http.ts'
import { DoorPage } from './door-page.tsx'
import { wearSite } from './own-site.ts'
import { keepShell } from './shell.ts'
import { openWords } from './words.ts'

async function start(): Promise<void> {
  wearSite()
  // Installations with the device service elsewhere name it in the page.
  const base = document.querySelector<HTMLMetaElement>('meta[name="gatehouse-base-device"]')?.content
  if (base) configureHttp({ bases: { device: base } })
  await openWords()
  const root = document.getElementById('door')
  if (!root) throw new Error('The page has no element for the door unit')
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <DoorPage />
    </I18nProvider>,
  )
  void keepShell()
}

void start()
