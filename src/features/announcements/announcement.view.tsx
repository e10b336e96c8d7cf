// Words and looks of announcements, for whoever writes and publishes them.
import { msg } from '@lingui/core/macro'
import { announcement } from '../../domain/announcement/announcement.ts'
import { MomentControl } from '../../resource/date-fields.tsx'
import { viewOf } from '../../resource/view.ts'
import { AnnouncementPeek } from './announcement-peek.tsx'
import { audienceWords, flagWords, stateWords } from './announcement-words.ts'
import { PicturesField } from './pictures-field.tsx'

export const announcementView = viewOf(announcement, {
  title: msg({ context: 'page', message: 'Announcements' }),
  titleOne: msg({ context: 'approval', message: 'Announcement' }),
  icon: 'inbox',
  add: msg`Write announcement`,
  nameOf: 'title',
  removeQuestion: msg`Delete the announcement?`,
  editable: row => row.state !== 'published',
  draft: true,
  empty: {
    title: msg`No announcements yet`,
    why: msg`Write what people have to know, choose whom it is for, and see who has read it.`,
    icon: 'inbox',
  },
  columns: [
    {
      of: 'title',
      label: msg`Title`,
      type: 'name',
      icon: () => 'inbox',
      width: 280,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'audience', label: msg`Audience`, width: 130 },
    { of: 'people', label: msg`People`, type: 'number', width: 90, align: 'end' },
    {
      of: 'read',
      label: msg({ context: 'announcement', message: 'Read' }),
      type: 'number',
      width: 90,
      align: 'end',
    },
    {
      of: 'confirmed',
      label: msg({ context: 'announcement', message: 'Confirmed' }),
      type: 'number',
      width: 110,
      align: 'end',
    },
    { of: 'authorName', label: msg`Written by`, width: 130 },
    { of: 'reviewerName', label: msg`Reviewed by`, width: 130 },
    { of: 'publisherName', label: msg`Published by`, width: 130, hidden: true },
    { of: 'publishAt', label: msg`Publish at`, type: 'date', width: 160, hidden: true },
    { of: 'publishedAt', label: msg`Published`, type: 'date', width: 160 },
    { of: 'expiresAt', label: msg`Expires`, type: 'date', width: 160, hidden: true },
    { of: 'needsApproval', label: msg`Approval`, width: 120, hidden: true },
    { of: 'updatedAt', label: msg`Changed`, type: 'age', width: 120, align: 'end' },
  ],
  card: {
    icon: () => 'inbox',
    title: 'title',
    state: 'state',
    detail: ['authorName', 'audience'],
    age: 'updatedAt',
  },
  words: { state: stateWords, audience: audienceWords, needsApproval: flagWords },
  filters: {
    state: msg`State`,
    title: msg`Title`,
    authorName: msg`Written by`,
    audience: msg`Audience`,
    publishedAt: msg`Published`,
  },
  initial: {
    pictures: [],
    audience: 'everyone',
    departmentIds: [],
    postIds: [],
    communityIds: [],
    needsApproval: 'needed',
    mustConfirm: false,
    spoken: false,
  },
  form: [
    { of: 'title', label: msg`Title` },
    { of: 'content', label: msg`Text`, kind: 'textarea' },
    { of: 'pictures', label: msg`Pictures`, render: control => <PicturesField {...control} /> },
    {
      title: msg`Whom it is for`,
      fields: [
        { of: 'audience', label: msg`Audience`, hint: msg`Kept as it is when it is published` },
        {
          of: 'departmentIds',
          label: msg`Departments`,
          hint: msg`With all departments below them`,
          when: values => values.audience === 'departments',
        },
        { of: 'postIds', label: msg`Posts`, when: values => values.audience === 'posts' },
        {
          of: 'communityIds',
          label: msg({ context: 'page', message: 'Communities' }),
          hint: msg`Residents read it on their own page; without a community, those of all`,
          when: values => values.audience === 'residents',
        },
        { of: 'mustConfirm', label: msg`Has to be confirmed`, hint: msg`By people with a login` },
        { of: 'spoken', label: msg`Also said aloud`, hint: msg`By consoles and devices that can` },
      ],
    },
    {
      title: msg`When`,
      fields: [
        { of: 'needsApproval', label: msg`Approval` },
        {
          of: 'publishAt',
          label: msg`Publish at`,
          render: control => <MomentControl control={control} />,
        },
        { of: 'expiresAt', label: msg`Expires`, render: control => <MomentControl control={control} /> },
      ],
    },
  ],
  actions: {
    submit: { label: msg`Submit`, icon: 'forward', primary: true, bulk: false, done: msg`Submitted` },
    publish: {
      label: msg({ context: 'announcement', message: 'Publish' }),
      icon: 'sound',
      primary: true,
      bulk: false,
      confirm: msg`Publish it now to everybody in its audience?`,
      done: msg({ context: 'announcement', message: 'Published' }),
    },
    withdraw: {
      label: msg({ context: 'announcement', message: 'Withdraw' }),
      icon: 'undo',
      bulk: false,
      confirm: msg`Withdraw the announcement? Nobody can read it any more.`,
    },
    remind: {
      label: msg`Remind`,
      icon: 'bell',
      primary: true,
      bulk: false,
      done: msg`Those who have not read it are reminded`,
    },
  },
  slots: { peek: ({ row }) => <AnnouncementPeek row={row} /> },
})
