// Words and looks of uploaded files, with what the tenant stores above the list.
import { msg } from '@lingui/core/macro'
import { storedFile } from '../../domain/file/stored-file.ts'
import { ByteSize } from '../../resource/byte-size.tsx'
import { viewOf } from '../../resource/view.ts'
import { FileButtons, FilePeek } from './file-peek.tsx'
import { StorageUse } from './storage-use.tsx'
import { FileThumb } from './thumb.tsx'

const iconOf = (kind: string) => (kind === 'image' ? 'camera' : kind === 'video' ? 'video' : 'report')

export const storedFileView = viewOf(storedFile, {
  title: msg({ context: 'page', message: 'Cloud storage' }),
  titleOne: msg`File`,
  icon: 'cloud-up',
  removeQuestion: msg`Delete the file? Pages that show it will show nothing in its place.`,
  empty: {
    title: msg`No files`,
    why: msg`What is uploaded in forms, for imports and on the upload page is listed here.`,
    icon: 'cloud-up',
  },
  columns: [
    {
      of: 'url',
      label: msg`Preview`,
      width: 76,
      render: (_, row) => <FileThumb file={row} />,
    },
    { of: 'name', label: msg`Name`, type: 'name', icon: row => iconOf(row.kind), width: 260, required: true },
    { of: 'bytes', label: msg`Size`, width: 100, align: 'end', render: bytes => <ByteSize bytes={bytes} /> },
    { of: 'kind', label: msg`Kind`, width: 110 },
    { of: 'userName', label: msg`Uploaded by`, width: 130 },
    { of: 'createdAt', label: msg`Uploaded`, type: 'age', width: 120, align: 'end' },
    { of: 'lastReadAt', label: msg`Last opened`, type: 'age', width: 120, align: 'end', hidden: true },
    { of: 'contentType', label: msg`Format`, width: 170, hidden: true },
    { of: 'storage', label: msg`Where`, width: 130, hidden: true },
  ],
  card: {
    icon: row => iconOf(row.kind),
    title: 'name',
    state: 'bytes',
    detail: ['kind', 'userName'],
    age: 'createdAt',
  },
  words: {
    kind: { image: msg`Images`, file: msg`Files`, video: msg`Videos`, plan: msg`Plans` },
    storage: { local: msg`This server`, s3: msg`Object storage` },
  },
  filters: { kind: msg`Kind`, createdAt: msg`Uploaded`, name: msg`Name` },
  slots: {
    listHeader: StorageUse,
    peek: ({ row }) => <FilePeek row={row} />,
    actions: ({ row }) => <FileButtons row={row} />,
  },
})
