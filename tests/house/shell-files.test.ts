// What the service worker stores at once: the shell with its static imports, and nothing else.
import { expect, test } from 'vitest'
import { shellFiles } from '../../scripts/shell-files.mjs'

const manifest = {
  'index.html': { file: 'assets/index-1.js', css: ['assets/index-1.css'], imports: ['_react-1.js'] },
  '_react-1.js': { file: 'assets/react-1.js' },
  'src/routes/login.tsx?tsr-split=component': {
    file: 'assets/login-1.js',
    imports: ['_form-1.js', 'index.html'],
  },
  '_form-1.js': { file: 'assets/form-1.js', css: ['assets/form-1.css'] },
  'src/routes/_console/[index].tsx?tsr-split=component': { file: 'assets/home-1.js' },
  'src/routes/_console/deviceList.tsx?tsr-split=component': { file: 'assets/devices-1.js' },
  'src/app/toasts.tsx': { file: 'assets/toasts-1.js' },
  'src/app/call-part.tsx': { file: 'assets/calls-1.js', css: ['assets/calls-1.css'] },
  'src/platform/rtc/built-in-line.ts': { file: 'assets/line-1.js' },
  'src/platform/rtc/agora-line.ts': { file: 'assets/agora-1.js' },
  'locales/cn/messages.po': { file: 'assets/cn-1.js' },
  'locales/ar/messages.po': { file: 'assets/ar-1.js' },
}

test('the shell holds the entry, login, home, toasts, calls, the default catalogue, and what they import', () => {
  const files = shellFiles(manifest)
  const scripts = [...files].filter(file => file.startsWith('assets/')).sort()
  expect(scripts).toEqual([
    'assets/calls-1.css',
    'assets/calls-1.js',
    'assets/cn-1.js',
    'assets/form-1.css',
    'assets/form-1.js',
    'assets/home-1.js',
    'assets/index-1.css',
    'assets/index-1.js',
    'assets/line-1.js',
    'assets/login-1.js',
    'assets/react-1.js',
    'assets/toasts-1.js',
  ])
})

test('pages and languages that nobody opened are left out', () => {
  const files = shellFiles(manifest)
  expect(files.has('assets/devices-1.js')).toBe(false)
  expect(files.has('assets/ar-1.js')).toBe(false)
})
