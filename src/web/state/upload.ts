import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Transport, createClient } from '#contract/client'
import type { Output } from '#contract/endpoint'
import { type UploadPurpose, uploadPicture } from '#contract/uploads'
import { type Once, createOnce } from '#ui/sending/once.ts'
import { Repeatable, formData, pictureMs, refuseOtherSession } from '../client.ts'
import { currentLocale } from './locale.ts'
import { type Shape, preparePicture } from './picture.ts'

type Progress = (part: number) => void

/** The same picture sent again after a lost answer is the same request. */
const sending = new WeakMap<Blob, Once>()

/** Uploads a picture and reports the progress, from 0 to 1. */
export async function uploadWithProgress(purpose: UploadPurpose, file: Blob, onProgress: Progress) {
  const once = sending.get(file) ?? createOnce()
  sending.set(file, once)
  refuseOtherSession()
  return once({ purpose }, (key) =>
    createClient((request) => send(request, onProgress))(uploadPicture, { purpose, file }, key),
  )
}

/** `fetch` does not report the progress of an upload; `XMLHttpRequest` does. */
function send({ method, url, headers, form }: Parameters<Transport>[0], onProgress: Progress): ReturnType<Transport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries({ ...headers, 'accept-language': currentLocale() }))
      request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.timeout = pictureMs
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    for (const lost of ['error', 'timeout', 'abort']) request.addEventListener(lost, () => reject(new Repeatable()))
    request.addEventListener('load', () =>
      request.response === null
        ? reject(new Repeatable())
        : resolve({ status: request.status, body: request.response as unknown }),
    )
    request.send(formData(form!))
  })
}

type Uploaded = Output<typeof uploadPicture>

/** Prepares and uploads the picture that somebody chooses; until it is there, `preview` shows it. */
export function usePictureUpload(purpose: UploadPurpose, shape: Shape, onUploaded: (picture: Uploaded) => void) {
  const prepared = useRef(new WeakMap<Blob, Blob>())
  const [progress, setProgress] = useState(0)
  const [preview, setPreview] = useState<string | null>(null)
  const upload = useMutation({
    mutationFn: async (file: Blob) => {
      let picture = prepared.current.get(file)
      if (!picture) {
        picture = await preparePicture(file, shape)
        prepared.current.set(file, picture)
        if (preview) URL.revokeObjectURL(preview)
        setPreview(URL.createObjectURL(picture))
      }
      setProgress(0)
      return uploadWithProgress(purpose, picture, setProgress)
    },
    onSuccess: onUploaded,
  })
  return { upload, progress, preview }
}
