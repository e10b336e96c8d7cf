// Words and looks of advertisements.
import { msg } from '@lingui/core/macro'
import { advertisement } from '../../domain/advert/advertisement.ts'
import { formatFen, Money } from '../../resource/money.tsx'
import { viewOf } from '../../resource/view.ts'
import { AdvertBadges, AdvertPeek } from './advert-peek.tsx'
import { advertWords } from './advert-words.ts'
import { FeeField } from './fee-field.tsx'
import { FilmField } from './film-field.tsx'
import { Length, lengthText } from './length.tsx'
import { PosterThumb } from './poster-thumb.tsx'

export const advertisementView = viewOf(advertisement, {
  title: msg({ context: 'page', message: 'Advertisements' }),
  titleOne: msg`Advertisement`,
  icon: 'video',
  add: msg`Add advertisement`,
  nameOf: 'name',
  removeQuestion: msg`Delete the advertisement? Doors stop playing it at once. The figures stay.`,
  draft: true,
  empty: {
    title: msg`No advertisements yet`,
    why: msg`Upload a client’s video. Once it has passed the review, a campaign brings it to the doors.`,
    icon: 'video',
  },
  columns: [
    {
      of: 'poster',
      label: msg`Preview`,
      width: 84,
      render: poster => <PosterThumb poster={poster} />,
    },
    {
      of: 'name',
      label: msg`Name`,
      type: 'name',
      icon: () => 'video',
      width: 200,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 160 },
    { of: 'client', label: msg`Client`, width: 160 },
    {
      of: 'ms',
      label: msg`Duration`,
      width: 90,
      align: 'end',
      render: ms => <Length ms={ms} />,
      text: ms => lengthText(ms),
    },
    {
      of: 'fee',
      label: msg({ context: 'advert', message: 'Fee' }),
      width: 120,
      align: 'end',
      render: fen => <Money fen={fen} />,
      text: (fen, locale) => formatFen(fen, locale),
    },
    { of: 'doors', label: msg`Doors`, type: 'number', width: 80, align: 'end' },
    { of: 'doorsConfirmed', label: msg`Confirmed by doors`, type: 'number', width: 130, align: 'end' },
    { of: 'plays', label: msg`Complete plays`, type: 'number', width: 120, align: 'end' },
    { of: 'withdrawnAt', label: msg`Withdrawn`, type: 'date', width: 160, quiet: true, hidden: true },
    { of: 'judgedByName', label: msg`Reviewed by`, width: 120, quiet: true, hidden: true },
    { of: 'reason', label: msg`Reason`, width: 200, quiet: true, hidden: true },
    { of: 'createdAt', label: msg`Created`, type: 'age', width: 110, align: 'end', quiet: true },
  ],
  card: {
    icon: () => 'video',
    title: 'name',
    state: 'state',
    detail: ['client', 'ms', 'fee'],
    age: 'createdAt',
  },
  words: {
    state: advertWords,
    codec: { avc: msg`H.264`, vp8: msg`VP8`, vp9: msg`VP9` },
  },
  filters: { state: msg`State`, name: msg`Name`, client: msg`Client`, createdAt: msg`Created` },
  initial: { fee: 0 },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'client', label: msg`Client` },
    {
      of: 'url',
      label: msg`Video`,
      render: control => <FilmField control={control} />,
    },
    {
      of: 'poster',
      label: msg`Poster image`,
      kind: 'image',
      hint: msg`Shown before the video plays. It is taken from the video; choose another one here if you like.`,
    },
    {
      of: 'fee',
      label: msg({ context: 'advert', message: 'Fee' }),
      render: control => <FeeField control={control} name="fee" />,
    },
    { of: 'note', label: msg`Note`, kind: 'textarea' },
  ],
  actions: {
    approve: {
      label: msg({ context: 'advert', message: 'Pass' }),
      icon: 'check',
      primary: true,
      done: msg({ context: 'advert', message: 'Passed' }),
    },
    reject: {
      label: msg({ context: 'advert', message: 'Fail' }),
      icon: 'close',
      input: [{ of: 'reason', label: msg`Reason` }],
      done: msg({ context: 'advert', message: 'Failed' }),
    },
    withdraw: {
      label: msg({ context: 'advert', message: 'Withdraw' }),
      icon: 'undo',
      critical: true,
      confirm: msg`Withdraw the advertisement? All doors stop playing it at once.`,
      done: msg({ context: 'advert', message: 'Withdrawn' }),
    },
    release: { label: msg({ context: 'advert', message: 'Release again' }), icon: 'forward' },
  },
  slots: {
    badges: ({ row }) => <AdvertBadges advert={row} />,
    peek: ({ row }) => <AdvertPeek advert={row} />,
  },
})
