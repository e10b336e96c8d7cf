// Words and looks of face libraries, with the switch of faces above the list.
import { msg } from '@lingui/core/macro'
import { faceLibrary } from '../../domain/face/face.ts'
import { NEW_LIBRARY } from '../../domain/face/quality.ts'
import { viewOf } from '../../resource/view.ts'
import { FaceSwitch } from './face-switch.tsx'

export const faceLibraryView = viewOf(faceLibrary, {
  title: msg({ context: 'page', message: 'Face libraries' }),
  titleOne: msg`Face library`,
  icon: 'users',
  add: msg`Add a library`,
  removeQuestion: msg`Delete the library? It must be empty: erase its samples first.`,
  empty: {
    title: msg`No face libraries yet`,
    why: msg`A library holds the samples of a group of people, such as those who work on a site.`,
    icon: 'users',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'users', width: 200, required: true },
    { of: 'sampleCount', label: msg`Samples`, type: 'number', width: 100, align: 'end' },
    { of: 'qualityThreshold', label: msg`Quality threshold`, type: 'number', width: 150, align: 'end' },
    { of: 'intraThreshold', label: msg`Intra-class threshold`, type: 'number', width: 160, align: 'end' },
    { of: 'interThreshold', label: msg`Inter-class threshold`, type: 'number', width: 160, align: 'end' },
    { of: 'customInfo', label: msg`Custom information`, width: 220, quiet: true },
    { of: 'createdAt', label: msg`Added`, type: 'date', width: 160, quiet: true, hidden: true },
  ],
  card: {
    icon: () => 'users',
    title: 'name',
    state: 'sampleCount',
    detail: ['customInfo'],
    age: 'createdAt',
  },
  filters: { name: msg`Name`, createdAt: msg`Added` },
  initial: {
    qualityThreshold: NEW_LIBRARY.quality,
    intraThreshold: NEW_LIBRARY.intra,
    interThreshold: NEW_LIBRARY.inter,
  },
  form: [
    { of: 'name', label: msg`Name` },
    {
      of: 'qualityThreshold',
      label: msg`Quality threshold`,
      kind: 'integer',
      hint: msg`From 0 to 100. Images of less are not taken.`,
    },
    {
      of: 'intraThreshold',
      label: msg`Intra-class threshold`,
      kind: 'integer',
      hint: msg`From 0 to 100. Samples of the same person must be at least so similar.`,
    },
    {
      of: 'interThreshold',
      label: msg`Inter-class threshold`,
      kind: 'integer',
      hint: msg`From 0 to 100. Samples of different people must be less similar than this.`,
    },
    { of: 'customInfo', label: msg`Custom information`, kind: 'textarea' },
  ],
  slots: { listHeader: () => <FaceSwitch decides /> },
})
