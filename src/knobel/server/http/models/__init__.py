"""The shapes of all that is asked and told; OpenAPI, and clients made from it, follow from them."""
