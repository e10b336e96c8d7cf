// Words and looks of bookmarks.
import { msg } from '@lingui/core/macro'
import { replayMark } from '../../domain/replay/replay-mark.ts'
import { viewOf } from '../../resource/view.ts'

export const replayMarkView = viewOf(replayMark, {
  title: msg`Bookmarks`,
  titleOne: msg`Bookmark`,
  icon: 'pin',
  removeQuestion: msg`Delete the bookmark?`,
  empty: { title: msg`No bookmarks yet`, icon: 'pin' },
  columns: [
    { of: 'name', label: msg`Name`, width: 180, required: true },
    { of: 'at', label: msg({ context: 'replay', message: 'Happened' }), width: 160 },
    { of: 'userName', label: msg`Set by`, width: 140 },
    { of: 'createdAt', label: msg`Set at`, width: 160 },
  ],
  card: { icon: () => 'pin', title: 'name', detail: ['userName'] },
  filters: { name: msg`Name` },
})
