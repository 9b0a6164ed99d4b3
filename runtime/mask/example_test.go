package mask_test

import (
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

func ExampleMasker_JSON() {
	m := mask.New().With("pin")
	fmt.Printf("%s\n", m.JSON([]byte(`{"user": "ada", "PIN": 1234, "cards": [{"creditCard": "4111"}]}`)))
	// Output: {"user":"ada","PIN":"***","cards":[{"creditCard":"***"}]}
}
