// What the verifier says, in Chinese and English: it is one file, and has no catalogue beside it.
import type { Flaw, Report } from '../domain/case-file/verify-case.ts'

export interface Words {
  title: string
  intro: string
  choose: string
  fingerprint: string
  fingerprintHint: string
  working: string
  verdicts: Record<Report['verdict'], string>
  meaning: string
  flaws: Record<Flaw, string>
  key: string
  sealed: string
  exported: string
  items: string
  item: Record<Report['items'][number]['kind'], string>
  holds: string
  fails: string
  withheld: string
  contentGiven: string
  contentWithheld: string
  custody: string
  acts: Record<string, string>
}

export const english: Words = {
  title: 'Evidence verifier',
  intro: 'Drop the archive of a case here, or choose it. Nothing leaves this computer.',
  choose: 'Archive (ZIP)',
  fingerprint: 'Fingerprint of the publisher’s key',
  fingerprintHint:
    'From the publisher, by another way than the archive. Enter it before choosing the archive.',
  working: 'Verifying…',
  verdicts: {
    holds: 'It holds: nothing was changed since it was sealed, and the key is the publisher’s.',
    keyNotCompared:
      'Nothing was changed since it was signed. By whom, only the fingerprint says: compare the one below with the publisher’s.',
    refused: 'Refused: this is not what was sealed and handed over.',
  },
  meaning:
    'This proves that things are unchanged since they were collected. It does not prove that what they say is true.',
  flaws: {
    archive: 'The archive was cut off, added to or put together otherwise.',
    list: 'The list of the archive is missing or damaged.',
    listSignature: 'The signature of the list is not right.',
    files: 'Files are missing, added, doubled, moved or changed.',
    manifest: 'The manifest is missing or changed.',
    manifestSignature: 'The signature of the manifest is not right.',
    otherKey: 'The parts name different keys.',
    fingerprint: 'The key is another one than the publisher’s.',
    custody: 'The chain of custody is broken or cut off.',
    seal: 'The chain of custody and the seal contradict each other.',
    record: 'What was recorded was changed.',
    content: 'The file was changed.',
  },
  key: 'Fingerprint of the key in the archive',
  sealed: 'Sealed',
  exported: 'Handed over',
  items: 'Items',
  item: { alarm: 'Alarm', file: 'File', track: 'Track' },
  holds: 'holds',
  fails: 'does not hold',
  withheld: 'withheld, proof kept',
  contentGiven: 'The file is in the archive.',
  contentWithheld: 'The file is withheld; its hash is signed.',
  custody: 'Chain of custody',
  acts: {
    opened: 'Case opened',
    held: 'Item held',
    sealed: 'Case sealed',
    looked: 'Contents looked at',
    exported: 'Handed over',
    fetched: 'Archive downloaded',
  },
}

export const chinese: Words = {
  title: '证据验证器',
  intro: '将案卷压缩包拖到此处，或选择文件。所有内容都不会离开本机。',
  choose: '压缩包（ZIP）',
  fingerprint: '发布方密钥指纹',
  fingerprintHint: '请通过压缩包以外的途径向发布方获取，并在选择压缩包之前填写。',
  working: '正在验证…',
  verdicts: {
    holds: '验证通过：封存后未被更改，且密钥属于发布方。',
    keyNotCompared: '签名后未被更改。签名者身份须由指纹确认：请将下方指纹与发布方公布的指纹核对。',
    refused: '验证不通过：这不是当初封存并移交的内容。',
  },
  meaning: '本验证证明内容自采集以来未被更改，并不证明其所述属实。',
  flaws: {
    archive: '压缩包被截断、追加或重新打包。',
    list: '压缩包清单缺失或损坏。',
    listSignature: '清单签名不正确。',
    files: '文件缺失、多出、重复、移位或被更改。',
    manifest: '案卷清单缺失或被更改。',
    manifestSignature: '案卷清单签名不正确。',
    otherKey: '各部分使用的密钥不一致。',
    fingerprint: '密钥与发布方的不一致。',
    custody: '保管链断裂或被截断。',
    seal: '保管链与封存记录矛盾。',
    record: '记录被更改。',
    content: '文件被更改。',
  },
  key: '压缩包内密钥指纹',
  sealed: '封存时间',
  exported: '移交时间',
  items: '证据项',
  item: { alarm: '报警', file: '文件', track: '轨迹' },
  holds: '通过',
  fails: '不通过',
  withheld: '已隐去，证明仍有效',
  contentGiven: '文件在压缩包内。',
  contentWithheld: '文件已隐去，其哈希值已签名。',
  custody: '保管链',
  acts: {
    opened: '建立案卷',
    held: '固定证据',
    sealed: '封存案卷',
    looked: '查看内容',
    exported: '移交',
    fetched: '下载压缩包',
  },
}
