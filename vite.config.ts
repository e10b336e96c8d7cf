// Builds the console: file routes, macros for messages, and the service worker with its list of the shell.
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compressFiles } from './scripts/compress-files.mjs'
import { doorManifest } from './scripts/door-manifest.mjs'
import { evidenceVerifier } from './scripts/evidence-verifier.mjs'
import { fetchedTogether } from './scripts/fetched-together.mjs'
import { firstPaint } from './scripts/first-paint.mjs'
import { firstWords } from './scripts/first-words.mjs'
import { writePageFiles } from './scripts/page-files.mjs'
import { keepShell } from './scripts/shell-files.mjs'
import { webManifest } from './scripts/web-manifest.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** What every page runs on: those of door units and residents too, which have no use for the rest of the console's base. */
const EVERY_PAGE =
  /\/src\/ui\/tokens\.ts$|\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod|@lingui)\//
/** Packages that the login screen needs; `LATER` names the parts of them that only later pages do. */
const FIRST_SCREEN =
  /\/node_modules\/(idb-keyval|workbox-window|@tanstack\/(react-router|router-core|history|store|react-store|query-core)|@mantine\/core\/esm\/(core|components\/(Button|UnstyledButton|Loader|Transition|Input|InputBase|CloseButton|TextInput|PasswordInput)))\//
const LATER = /queryObserver|useBlocker|create-scoped-keydown|find-element/
/** What pages draw with: in one file as far as so many of them do. */
const PARTS = /\/node_modules\/(@mantine|@floating-ui|react-remove-scroll)/
const MANY_PAGES = 8
/** What every map brings along. */
const MAP_LIBRARIES = /\/node_modules\/(gcoord|pmtiles)\//

const together = fetchedTogether()

export default defineConfig({
  root,
  plugins: [
    // The order matters: routes are split before React sees them, macros go last.
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    lingui({ failOnCompileError: true }),
    firstWords(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,svg,webmanifest}', 'icons/icon-192.png'],
        manifestTransforms: [keepShell(root)],
      },
    }),
    together.plugin,
    writePageFiles(root),
    firstPaint(),
    doorManifest(),
    evidenceVerifier(root),
    compressFiles(root),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // Inlined assets would need data: in the content security policy of every kind.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: `${root}index.html`, door: `${root}door.html`, resident: `${root}resident.html` },
      output: {
        codeSplitting: {
          // A file compresses a tenth better than the dozen that the first screen would be parted into.
          groups: [
            { name: 'page', test: EVERY_PAGE },
            { name: 'base', test: id => FIRST_SCREEN.test(id) && !LATER.test(id) },
            // A library's parts come through its one entry and belong to no step by that: what many pages draw with is one file.
            {
              name: 'parts',
              test: id => PARTS.test(id) && !FIRST_SCREEN.test(id),
              minShareCount: MANY_PAGES,
            },
            { name: 'map-libraries', test: MAP_LIBRARIES, includeDependenciesRecursively: false },
            together.group,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/conference': server,
      '/mqtt': { target: server, ws: true },
      '/ws': { target: server, ws: true },
    },
  },
})
