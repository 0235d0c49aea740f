import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/Toast'
import { t } from '../i18n/words.ts'

/** Puts something before a second person, says so, and fetches every list anew. */
export function useProposal<Given>(propose: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: propose,
    onSuccess: () => {
      toast(t('proposals.made'))
      void client.invalidateQueries()
    },
  })
}
