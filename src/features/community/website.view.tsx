// Words and looks of the tenant's own site.
import { msg } from '@lingui/core/macro'
import { website } from '../../domain/community/website.ts'
import { viewOf } from '../../resource/view.ts'
import { LinksField } from './links-field.tsx'
import { SitePreview } from './site-preview.tsx'

export const websiteView = viewOf(website, {
  title: msg({ context: 'page', message: 'Website' }),
  titleOne: msg({ context: 'page', message: 'Website' }),
  icon: 'link',
  nameOf: 'siteName',
  add: msg`Set up the site`,
  removeQuestion: msg`Delete the site? Its name and logo are shown nowhere any more.`,
  empty: {
    title: msg`No site yet`,
    why: msg`Its name, logo and links are shown to the people of this tenant and to its residents once they are published.`,
    icon: 'link',
  },
  columns: [
    {
      of: 'siteName',
      label: msg`Name of the site`,
      type: 'name',
      icon: () => 'link',
      width: 180,
      required: true,
    },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'mallAddress', label: msg`Mall address`, width: 240 },
    { of: 'publishedAt', label: msg`Published`, type: 'date', width: 160, quiet: true },
    { of: 'publishedBy', label: msg`Published by`, width: 140, quiet: true },
    { of: 'tenantName', label: msg`Tenant`, width: 140, quiet: true, hidden: true },
  ],
  card: { icon: () => 'link', title: 'siteName', state: 'state', detail: ['mallAddress'] },
  words: {
    state: {
      draft: { label: msg({ context: 'website', message: 'Not published' }), tone: 'new' },
      changed: { label: msg({ context: 'website', message: 'Changes not published' }), tone: 'attention' },
      live: { label: msg({ context: 'website', message: 'Live' }), tone: 'ok' },
    },
  },
  form: [
    { of: 'siteName', label: msg`Name of the site` },
    { of: 'logo', label: msg`Logo`, kind: 'image' },
    { of: 'welcome', label: msg`Welcome` },
    {
      title: msg`Colours`,
      fields: [
        { of: 'accentWhite', label: msg`Accent of the white skin`, hint: msg`Such as #1463d8` },
        { of: 'accentBlue', label: msg`Accent of the blue skin`, hint: msg`Such as #4ea8ff` },
      ],
    },
    { of: 'mallAddress', label: msg`Mall address`, hint: msg`Begins with https://` },
    { of: 'links', label: msg`Links`, render: control => <LinksField control={control} /> },
  ],
  actions: {
    publish: {
      label: msg`Publish`,
      icon: 'check',
      primary: true,
      bulk: false,
      confirm: msg`Show this to everybody now?`,
      done: msg`Published`,
    },
    withdraw: {
      label: msg`Take it off`,
      icon: 'eye-off',
      bulk: false,
      confirm: msg`Show the name and logo nowhere any more?`,
      done: msg`Taken off`,
    },
  },
  slots: { peek: ({ row }) => <SitePreview site={row} /> },
})
