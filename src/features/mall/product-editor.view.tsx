// The form of an article: what it is, where it stands, its options, and each SKU with price, weight and stock.
import { msg } from '@lingui/core/macro'
import { mallProduct } from '../../domain/mall/mall-product.ts'
import { PhotosField } from '../../resource/photos-field.tsx'
import { viewOf } from '../../resource/view.ts'
import { MatrixField } from './matrix-field.tsx'
import { OptionsField } from './options-field.tsx'

export const productEditorView = viewOf(mallProduct, {
  title: msg({ context: 'page', message: 'Add goods' }),
  titleOne: msg`Article`,
  icon: 'box',
  columns: [{ of: 'name', label: msg`Name`, required: true }],
  card: { title: 'name' },
  draft: true,
  initial: { sort: 100, pictures: [], options: [] },
  form: [
    {
      title: msg`The article`,
      fields: [
        { of: 'name', label: msg`Name` },
        { of: 'merchantId', label: msg`Merchant` },
        { of: 'categoryId', label: msg`Category` },
        {
          of: 'pictures',
          label: msg`Pictures`,
          render: control => <PhotosField control={control} />,
        },
        { of: 'description', label: msg`Description`, kind: 'textarea' },
      ],
    },
    {
      title: msg`Options and prices`,
      fields: [
        { of: 'options', label: msg`Options`, render: control => <OptionsField control={control} /> },
        { of: 'skus', label: msg`SKUs`, render: control => <MatrixField control={control} /> },
      ],
    },
    {
      title: msg`Delivery and order`,
      fields: [
        {
          of: 'freightTemplateId',
          label: msg`Freight template`,
          hint: msg`Empty: delivered free`,
        },
        { of: 'sort', label: msg`Sort order`, kind: 'integer', hint: msg`Lower numbers come first` },
      ],
    },
  ],
})
