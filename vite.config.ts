// Builds the console: file routes, macros for messages, and the service worker with its list of the shell.
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compressFiles } from './scripts/compress-files.mjs'
import { keepShell } from './scripts/shell-files.mjs'
import { webManifest } from './scripts/web-manifest.mjs'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  root,
  plugins: [
    // The order matters: routes are split before React sees them, macros go last.
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    lingui({ failOnCompileError: true }),
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
    compressFiles(root),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // Inlined assets would need data: in the content security policy of every kind.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: {
      '/api': server,
      '/mqtt': { target: server, ws: true },
      '/ws': { target: server, ws: true },
    },
  },
})
